import Foundation

@testable import Alula

/// Small files of every format that is decoded, and Exif blocks to put into them.
enum EncodedSamples {
  static func bitmap(width: Int = 37, height: Int = 21, layout: RowLayout = .rgb8) throws -> Bitmap {
    try SamplePicture.photograph(width: width, height: height, layout: layout).scaled()
  }

  static func jpeg(width: Int = 37, height: Int = 21) throws -> Data {
    try ImageEncoder(format: .jpeg).encode(bitmap(width: width, height: height))
  }

  static func png(width: Int = 37, height: Int = 21, layout: RowLayout = .rgba8) throws -> Data {
    try ImageEncoder(format: .png).encode(bitmap(width: width, height: height, layout: layout))
  }

  static func webp(width: Int = 37, height: Int = 21, layout: RowLayout = .rgba8) throws -> Data {
    try ImageEncoder(format: .webp).encode(bitmap(width: width, height: height, layout: layout))
  }

  static func gif(width: Int = 37, height: Int = 21) -> Data {
    var builder = GIFBuilder(width: width, height: height)
    let indexes = (0..<width * height).map { UInt8($0 / 5 % 4) }
    builder.frames = [
      .init(width: width, height: height, indexes: indexes, transparent: 2),
      .init(width: width, height: height, indexes: indexes.reversed(), isInterlaced: true, delay: 10),
    ]
    return builder.file
  }

  /// One of each, by name.
  static func all(width: Int = 37, height: Int = 21) throws -> [(ImageFormat, Data)] {
    [
      (.jpeg, try jpeg(width: width, height: height)), (.png, try png(width: width, height: height)),
      (.webp, try webp(width: width, height: height)), (.gif, gif(width: width, height: height)),
    ]
  }

  /// A TIFF header and an IFD with one orientation entry.
  static func exif(_ orientation: Int, isLittle: Bool = true) -> [UInt8] {
    isLittle
      ? [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0, 0]
      : [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0]
  }

  /// `data` of `format` with an orientation put in.
  static func oriented(_ data: Data, _ format: ImageFormat, _ orientation: Int) throws -> Data {
    let exif = exif(orientation)
    switch format {
    case .jpeg:
      let segment = Array("Exif\0\0".utf8) + exif
      return Data([0xFF, 0xD8, 0xFF, 0xE1] + PNGBuilder.big16(segment.count + 2) + segment) + data.dropFirst(2)
    case .png:
      return data.prefix(33) + Data(PNGBuilder.chunk("eXIf", exif)) + data.dropFirst(33)
    case .webp:
      return try webpWithExif(data, exif)
    default:
      return data
    }
  }

  /// Wraps a simple WebP into the extended form with an EXIF chunk.
  private static func webpWithExif(_ data: Data, _ exif: [UInt8]) throws -> Data {
    let header = try ImageHeader.read(data)
    var chunks = Array(data.dropFirst(12))
    if chunks.starts(with: Array("VP8X".utf8)) {
      chunks[8] |= 0x08
    } else {
      let flags: UInt8 = header.hasAlpha ? 0x18 : 0x08
      let sides = [header.codedSize.width - 1, header.codedSize.height - 1]
        .flatMap { side -> [UInt8] in [UInt8(side & 255), UInt8(side >> 8 & 255), 0] }
      chunks = Array("VP8X".utf8) + [10, 0, 0, 0, flags, 0, 0, 0] + sides + chunks
    }
    chunks += Array("EXIF".utf8) + [UInt8(exif.count), 0, 0, 0] + exif
    let size = chunks.count + 4
    return Data(
      Array("RIFF".utf8) + [0, 8, 16, 24].map { UInt8(size >> $0 & 255) } + Array("WEBP".utf8) + chunks)
  }
}

extension DefaultImageDecoder {
  func decode(_ data: Data, target: TargetSize? = nil) throws(LoadError) -> Bitmap {
    try decode(data, options: DecodeOptions(target: target))
  }
}

/// The code that `body` throws, or `nil`.
func code<Value>(_ body: () throws(LoadError) -> Value) -> LoadError.Code? {
  do {
    _ = try body()
    return nil
  } catch { return error.code }
}
