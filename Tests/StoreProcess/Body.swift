import Foundation

/// A body that says whose it is: whoever reads it back can tell whether it is the one that was written.
struct Body {
  /// The number of its key.
  let key: Int
  let version: Int
  let length: Int

  var bytes: Data {
    var state = UInt64(truncatingIfNeeded: key &* 1_000_003 &+ version &* 7_919 &+ length) | 1
    var words = [UInt64]()
    words.reserveCapacity(length / 8 + 1)
    for _ in 0...length / 8 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      words.append(state)
    }
    return words.withUnsafeBytes { Data($0.prefix(length)) }
  }

  /// Goes beside the body.
  var metadata: [UInt8] { Array("\(key) \(version) \(length)".utf8) }

  init(key: Int, version: Int, length: Int) {
    self.key = key
    self.version = version
    self.length = length
  }

  /// What such metadata says.
  init?(metadata: [UInt8]) {
    let numbers = String(decoding: metadata, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 3 else { return nil }
    self.init(key: numbers[0], version: numbers[1], length: numbers[2])
  }
}
