import Foundation

/// A body that says whose it is: whoever reads it back can tell whether it is the one that was written.
struct Body {
  /// The number of its key.
  let key: Int
  let version: Int
  let length: Int

  /// Every 512 bytes say which body they are of, and where they belong in it.
  var bytes: Data {
    let seed = UInt64(truncatingIfNeeded: key &* 1_000_003 &+ version &* 7_919 &+ length)
    var bytes = Data(repeating: UInt8(truncatingIfNeeded: seed), count: length)
    bytes.withUnsafeMutableBytes { buffer in
      for offset in stride(from: 0, through: length - 8, by: 512) {
        let stamp = (seed &+ UInt64(offset)) &* 0x9E37_79B9_7F4A_7C15
        buffer.storeBytes(of: stamp, toByteOffset: offset, as: UInt64.self)
      }
    }
    return bytes
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
