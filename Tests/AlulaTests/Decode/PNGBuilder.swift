import Foundation

/// Writes small PNG files by hand: stored deflate blocks, no filters.
struct PNGBuilder {
  var width: Int
  var height: Int
  var bitDepth = 8
  var colorType = 2
  var isInterlaced = false
  /// Chunks between IHDR and IDAT, and after the IDAT.
  var before: [(name: String, body: [UInt8])] = []
  var after: [(name: String, body: [UInt8])] = []

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  init(width: Int, height: Int, bitDepth: Int = 8, colorType: Int = 2) {
    self.width = width
    self.height = height
    self.bitDepth = bitDepth
    self.colorType = colorType
  }

  /// The file; `rows` are packed as the format stores them, without filter bytes.
  func file(rows: [[UInt8]]) -> Data {
    let header =
      Self.big32(width) + Self.big32(height) + [UInt8(bitDepth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0]
    var bytes = Self.signature + Self.chunk("IHDR", header)
    for chunk in before { bytes += Self.chunk(chunk.name, chunk.body) }
    bytes += Self.chunk("IDAT", Self.stored(rows.flatMap { [0] + $0 }))
    for chunk in after { bytes += Self.chunk(chunk.name, chunk.body) }
    return Data(bytes + Self.chunk("IEND", []))
  }

  static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + body
    return big32(body.count) + named + big32(Int(crc(named)))
  }

  static func big32(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  static func big16(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
  }

  /// zlib (RFC 1950) with stored blocks (RFC 1951 section 3.2.4).
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let count = min(65_535, bytes.count - start)
      let isLast = start + count == bytes.count
      result += [isLast ? 1 : 0, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8 & 255)]
      result += bytes[start..<start + count]
      start += count
    } while start < bytes.count
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return result + big32(high << 16 | low)
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }
}
