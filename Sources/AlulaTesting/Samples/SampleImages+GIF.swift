extension SampleImages {
  /// A GIF of one frame or more, not compressed: about 1 byte a pixel (GIF89a).
  /// - Parameters:
  ///   - width: 1 to 65,535.
  ///   - height: 1 to 65,535.
  ///   - frames: how many frames. Each covers the whole picture.
  ///   - delays: the durations of the frames as the file says them, in units of 10 ms, used in turn. Default 100 ms.
  ///   - loopCount: the number in the "NETSCAPE2.0" extension as it stands in the file, where 0 means for ever; `nil`
  ///     leaves the extension out. Written only with several frames.
  ///   - color: the pixel at (x, y) of a frame. Channels are taken to the nearest of 0, 64, 128, 191 and 255; a pixel
  ///     with alpha under 128 is transparent. The default is one colour a frame: red, green, blue, white, in turn.
  public static func gif(
    width: Int, height: Int, frames: Int = 1, delays: [UInt16] = [10], loopCount: UInt16? = 0,
    color: (_ frame: Int, _ x: Int, _ y: Int) -> SampleColor = { frame, _, _ in flat[frame % flat.count] }
  ) -> [UInt8] {
    var file = Array("GIF89a".utf8) + littleEndian(width) + littleEndian(height)
    // A global table of 128 colours, 8 bits a channel.
    file += [0xf6, 0, 0] + palette
    if frames > 1, let loopCount { file += loop(loopCount) }
    for frame in 0..<frames {
      let delay = frames > 1 && !delays.isEmpty ? delays[frame % delays.count] : 0
      // Graphic control: dispose to background so that transparency shows, transparent colour 125.
      file += [0x21, 0xf9, 4, 0x09] + littleEndian(Int(delay)) + [transparent, 0]
      file += [0x2c, 0, 0, 0, 0] + littleEndian(width) + littleEndian(height) + [0]
      file += pixels(count: width * height) { color(frame, $0 % width, $0 / width) }
    }
    return file + [0x3b]
  }

  /// The colours of the default frames.
  public static let flat = [
    SampleColor(255, 0, 0), SampleColor(0, 255, 0), SampleColor(0, 0, 255), SampleColor(255, 255, 255),
  ]

  private static let levels: [UInt8] = [0, 64, 128, 191, 255]
  private static let transparent: UInt8 = 125

  /// 128 colours, of which the first 125 are all triples of `levels`.
  private static let palette: [UInt8] = {
    var bytes: [UInt8] = []
    for index in 0..<125 { bytes += [levels[index / 25], levels[index / 5 % 5], levels[index % 5]] }
    return bytes + [UInt8](repeating: 0, count: 9)
  }()

  private static func loop(_ count: UInt16) -> [UInt8] {
    var bytes: [UInt8] = [0x21, 0xff, 11]
    bytes += "NETSCAPE2.0".utf8
    bytes += [3, 1]
    return bytes + littleEndian(Int(count)) + [0]
  }

  /// LZW in which every code is a pixel of 8 bits: the table is cleared before codes would need 9.
  private static func pixels(count: Int, color: (Int) -> SampleColor) -> [UInt8] {
    let clear: UInt8 = 128
    let end: UInt8 = 129
    var codes: [UInt8] = []
    for index in 0..<count {
      if index % 120 == 0 { codes.append(clear) }
      codes.append(paletteIndex(color(index)))
    }
    codes.append(end)
    var data: [UInt8] = [7]
    for start in stride(from: 0, to: codes.count, by: 255) {
      let block = codes[start..<min(start + 255, codes.count)]
      data.append(UInt8(block.count))
      data += block
    }
    return data + [0]
  }

  private static func paletteIndex(_ color: SampleColor) -> UInt8 {
    guard color.alpha >= 128 else { return transparent }
    let level = { (channel: UInt8) -> UInt8 in UInt8((Int(channel) * 4 + 127) / 255) }
    return level(color.red) * 25 + level(color.green) * 5 + level(color.blue)
  }

  private static func littleEndian(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }
}
