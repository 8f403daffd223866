import Foundation

@testable import AlulaTesting

/// Makes the checksums of a PNG's chunks right.
enum PNGMending {
  static func mended(_ data: Data) -> Data {
    var bytes = [UInt8](data)
    var index = 8
    while index + 12 <= bytes.count {
      let length = bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = index + 8 + length
      guard end + 4 <= bytes.count else { break }
      let checksum = Checksum.crc32(Array(bytes[index + 4..<end]))
      for place in 0..<4 { bytes[end + place] = UInt8(truncatingIfNeeded: checksum >> UInt32(24 - place * 8)) }
      index = end + 4
    }
    return Data(bytes)
  }
}
