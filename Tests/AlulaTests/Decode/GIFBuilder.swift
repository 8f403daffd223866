import Foundation

/// Writes small GIF files by hand. Codes are 9 bits wide with a clear before every pixel, so the table never grows.
struct GIFBuilder {
  var width: Int
  var height: Int
  /// RGB triples; a power of two of them.
  var palette: [UInt8] = [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]
  /// The loop count of a NETSCAPE block; none when `nil`.
  var loop: Int?
  var frames: [Frame] = []
  var hasTrailer = true

  struct Frame {
    var left = 0
    var top = 0
    var width: Int
    var height: Int
    /// In the order of the rows from the top.
    var indexes: [UInt8]
    var isInterlaced = false
    var transparent: UInt8?
    var delay = 0
  }

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  var file: Data {
    let size = [1, 2, 4, 8, 16, 32, 64, 128].firstIndex(of: palette.count / 6) ?? 7
    var bytes = Array("GIF89a".utf8) + Self.little16(width) + Self.little16(height)
    bytes += [palette.isEmpty ? 0 : 0x80 | UInt8(size), 0, 0] + palette
    if let loop { bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + Self.little16(loop) + [0] }
    for frame in frames { bytes += Self.block(frame) }
    return Data(hasTrailer ? bytes + [0x3B] : bytes)
  }

  private static func block(_ frame: Frame) -> [UInt8] {
    var bytes: [UInt8] = [0x21, 0xF9, 4, frame.transparent == nil ? 0 : 1] + little16(frame.delay)
    bytes += [frame.transparent ?? 0, 0, 0x2C]
    bytes += little16(frame.left) + little16(frame.top) + little16(frame.width) + little16(frame.height)
    bytes.append(frame.isInterlaced ? 0x40 : 0)
    let rows = frame.isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
    let order = rows.flatMap { stride(from: $0.0, to: frame.height, by: $0.1) }
    let codes = order.flatMap { row in
      frame.indexes[row * frame.width..<(row + 1) * frame.width].flatMap { [256, Int($0)] }
    }
    return bytes + [8] + subBlocks(packed(codes + [257])) + [0]
  }

  private static func packed(_ codes: [Int]) -> [UInt8] {
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for code in codes {
      bits |= code << count
      count += 9
      while count >= 8 {
        bytes.append(UInt8(bits & 255))
        bits >>= 8
        count -= 8
      }
    }
    return count > 0 ? bytes + [UInt8(bits & 255)] : bytes
  }

  static func subBlocks(_ bytes: [UInt8]) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: 255).flatMap { start in
      let part = bytes[start..<min(start + 255, bytes.count)]
      return [UInt8(part.count)] + part
    }
  }

  static func little16(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
}
