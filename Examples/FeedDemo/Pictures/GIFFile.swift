import Alula

/// Writes a GIF of 252 fixed colours (GIF89a specification). Just enough for one picture of the demo: Alula reads GIF and
/// writes none.
enum GIFFile {
  private static let levels = SIMD3(6, 7, 6)
  /// An ordered dither: each place of a 4×4 square rounds at another height.
  private static let dither: [Float] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5].map { ($0 + 0.5) / 16 }

  static func bytes(of bitmap: Bitmap) -> [UInt8] {
    let size = little16(bitmap.width) + little16(bitmap.height)
    // Logical screen with 256 colours, then one image that fills it.
    var file = Array("GIF89a".utf8) + size + [0xF7, 0, 0] + palette
    file += [0x2C, 0, 0, 0, 0] + size + [0, 8]
    file += subBlocks(codes(for: indices(of: bitmap))) + [0x3B]
    return file
  }

  private static var palette: [UInt8] {
    var palette: [UInt8] = []
    for red in 0..<levels.x {
      for green in 0..<levels.y {
        for blue in 0..<levels.z {
          palette += [red * 255 / (levels.x - 1), green * 255 / (levels.y - 1), blue * 255 / (levels.z - 1)].map(
            UInt8.init)
        }
      }
    }
    return palette + [UInt8](repeating: 0, count: 256 * 3 - palette.count)
  }

  private static func indices(of bitmap: Bitmap) -> [UInt8] {
    bitmap.withUnsafeBytes { bytes in
      (0..<bitmap.width * bitmap.height).map { pixel in
        let threshold = dither[(pixel / bitmap.width % 4) * 4 + pixel % bitmap.width % 4]
        func level(_ channel: Int, of count: Int) -> Int {
          Int(Float(bytes[pixel * 4 + channel]) / 255 * Float(count - 1) + threshold)
        }
        return UInt8((level(0, of: levels.x) * levels.y + level(1, of: levels.y)) * levels.z + level(2, of: levels.z))
      }
    }
  }

  /// LZW without compression: codes stay nine bits long, because the table is cleared before it needs ten.
  private static func codes(for indices: [UInt8]) -> [UInt8] {
    let (clear, end) = (256, 257)
    var packed: [UInt8] = []
    var (bits, count) = (0, 0)
    func put(_ code: Int) {
      bits |= code << count
      count += 9
      while count >= 8 {
        packed.append(UInt8(bits & 255))
        bits >>= 8
        count -= 8
      }
    }
    for (place, index) in indices.enumerated() {
      if place % 250 == 0 { put(clear) }
      put(Int(index))
    }
    put(end)
    return packed + [UInt8(bits & 255)]
  }

  private static func subBlocks(_ bytes: [UInt8]) -> [UInt8] {
    var blocks: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 255) {
      let block = bytes[start..<min(start + 255, bytes.count)]
      blocks += [UInt8(block.count)] + block
    }
    return blocks + [0]
  }

  private static func little16(_ number: Int) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8 & 255)] }
}
