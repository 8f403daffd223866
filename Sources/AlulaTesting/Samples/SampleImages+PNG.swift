extension SampleImages {
  /// A PNG of any size, 8-bit RGBA, not compressed: about 4 bytes a pixel (ISO/IEC 15948).
  /// - Parameters:
  ///   - width: at least 1.
  ///   - height: at least 1.
  ///   - color: the pixel at (x, y), the top left one at (0, 0). The default is a gradient in which all pixels of a
  ///     picture up to 256 × 256 differ.
  public static func png(
    width: Int, height: Int, color: (_ x: Int, _ y: Int) -> SampleColor = gradient
  ) -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity((width * 4 + 1) * height)
    for y in 0..<height {
      rows.append(0)
      for x in 0..<width {
        let pixel = color(x, y)
        rows.append(pixel.red)
        rows.append(pixel.green)
        rows.append(pixel.blue)
        rows.append(pixel.alpha)
      }
    }
    return pngFile(header: pngHeader(width: width, height: height), compressed: stored(rows))
  }

  /// A picture of one colour.
  public static func png(width: Int, height: Int, filledWith color: SampleColor) -> [UInt8] {
    let pixel = [color.red, color.green, color.blue, color.alpha]
    var row: [UInt8] = [0]
    for _ in 0..<width { row += pixel }
    var rows: [UInt8] = []
    rows.reserveCapacity(row.count * height)
    for _ in 0..<height { rows += row }
    return pngFile(header: pngHeader(width: width, height: height), compressed: stored(rows))
  }

  /// A PNG of about 70 bytes whose header claims `width` × `height` pixels. There are no such pixels in it.
  public static func pngBomb(width: UInt32 = 100_000, height: UInt32 = 100_000) -> [UInt8] {
    pngFile(header: pngHeader(width: Int(width), height: Int(height)), compressed: stored([0]))
  }

  /// Red grows to the right, green downwards, blue is their sum; opaque.
  public static func gradient(x: Int, y: Int) -> SampleColor {
    SampleColor(
      UInt8(truncatingIfNeeded: x), UInt8(truncatingIfNeeded: y), UInt8(truncatingIfNeeded: x + y))
  }

  private static func pngHeader(width: Int, height: Int) -> [UInt8] {
    // 8 bits, colour type 6 (RGBA), deflate, adaptive filters, not interlaced.
    bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [8, 6, 0, 0, 0]
  }

  private static func pngFile(header: [UInt8], compressed: [UInt8]) -> [UInt8] {
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + chunk("IHDR", header) + chunk("IDAT", compressed)
      + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return bigEndian(UInt32(data.count)) + body + bigEndian(Checksum.crc32(body))
  }

  /// A zlib stream of stored blocks (RFC 1950, RFC 1951 section 3.2.4).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(start + 65_535, bytes.count)
      let length = UInt16(end - start)
      result.append(end == bytes.count ? 1 : 0)
      result += [length, ~length].flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
      result += bytes[start..<end]
      start = end
    } while start < bytes.count
    return result + bigEndian(Checksum.adler32(bytes))
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [UInt8(value >> 24), UInt8(value >> 16 & 0xff), UInt8(value >> 8 & 0xff), UInt8(value & 0xff)]
  }
}
