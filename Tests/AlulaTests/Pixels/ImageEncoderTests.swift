import Foundation
import Testing

@testable import Alula

@Suite struct ImageEncoderTests {
  static func bitmap(width: Int, height: Int, layout: RowLayout = .rgb8) throws -> Bitmap {
    try SamplePicture.photograph(width: width, height: height, layout: layout).scaled()
  }

  @Test(arguments: ImageEncoder.Format.allCases) func `a file starts as its format says and has the picture's size`(
    _ format: ImageEncoder.Format
  ) throws {
    for layout in [RowLayout.rgb8, .rgba8] {
      let data = try ImageEncoder(format: format).encode(Self.bitmap(width: 37, height: 21, layout: layout))
      #expect(FileSize(data) == FileSize(format: format, width: 37, height: 21))
    }
  }

  @Test func `an opaque PNG has no alpha channel, one with alpha has`() throws {
    let opaque = try ImageEncoder(format: .png).encode(Self.bitmap(width: 5, height: 5))
    let clear = try ImageEncoder(format: .png).encode(Self.bitmap(width: 5, height: 5, layout: .rgba8))
    #expect(opaque[25] == 2)
    #expect(clear[25] == 6)
  }

  @Test(arguments: [RowLayout.rgb8, .rgba8, .grayAlpha8]) func `a PNG gives the same pixels back`(_ layout: RowLayout)
    throws
  {
    let bitmap = try SamplePicture.noise(width: 61, height: 40, layout: layout).scaled()
    let data = try ImageEncoder(format: .png).encode(bitmap)
    #expect(try DefaultImageDecoder().decode(data, options: DecodeOptions()).bytes == bitmap.bytes)
  }

  @Test func `a WebP keeps alpha and about the colours, a JPEG shows what is clear as white`() throws {
    let picture = SamplePicture(width: 64, height: 64, layout: .rgba8) { x, _, channel in
      [0, 128, 255, x < 32 ? 0 : 255][channel]
    }
    let bitmap = try picture.scaled()
    for (format, clear) in [(ImageEncoder.Format.webp, [0, 0, 0, 0]), (.jpeg, [255, 255, 255, 255])] as [(_, [UInt8])] {
      let data = try ImageEncoder(format: format).encode(bitmap)
      let back = try DefaultImageDecoder().decode(data, options: DecodeOptions())
      for (x, expected) in [(8, clear), (56, [0, 128, 255, 255])] {
        #expect(zip(back.pixel(x, 30), expected).allSatisfy { abs(Int($0) - Int($1)) <= 8 }, "\(format) \(x)")
      }
    }
  }

  /// Photographs and patterns are deflated in different ways: both are of more than 96 rows.
  @Test(arguments: [RowLayout.rgb8, .rgba8]) func `a large PNG gives the same pixels back, whatever it shows`(
    _ layout: RowLayout
  ) throws {
    let tile = SamplePicture(width: 150, height: 120, layout: layout) { x, y, channel in
      UInt8(truncatingIfNeeded: (x % 16) * (y % 16) * 31 + channel * 90)
    }
    let pictures = [
      try SamplePicture.photograph(width: 150, height: 120, layout: layout).scaled(),
      try SamplePicture.noise(width: 150, height: 120, layout: layout).scaled(), try tile.scaled(),
      try Bitmap.plain(150, 120, layout == .rgb8 ? [9, 8, 7, 255] : [9, 8, 7, 100]),
    ]
    var sizes: [Int] = []
    for bitmap in pictures {
      let data = try ImageEncoder(format: .png).encode(bitmap)
      #expect(try DefaultImageDecoder().decode(data, options: DecodeOptions()).bytes == bitmap.bytes)
      sizes.append(data.count)
    }
    #expect(sizes[2] * 4 < sizes[1], "what repeats is found")
    #expect(sizes[3] * 20 < sizes[1])
  }

  @Test(arguments: [(0.1, 2), (0.85, 2), (0.89, 2), (0.9, 1), (1, 1)])
  func `a JPEG keeps colours at half the size below quality 90, whole from there on`(quality: Double, factor: UInt8)
    throws
  {
    let bytes = [UInt8](try ImageEncoder(format: .jpeg, quality: quality).encode(Self.bitmap(width: 40, height: 40)))
    // ITU-T T.81 section B.2.2: marker, length, precision, two sides, three components of three bytes.
    let frame = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) })
    #expect(bytes[frame + 9] == 3)
    #expect(bytes[frame + 11] == factor << 4 | factor)
    #expect(bytes[frame + 14] == 0x11 && bytes[frame + 17] == 0x11)
  }

  @Test func `better quality makes larger files`() throws {
    let bitmap = try Self.bitmap(width: 64, height: 64)
    for format in [ImageEncoder.Format.jpeg, .webp] {
      let sizes = try [-1, 0.1, 0.5, 0.95, 7].map { try ImageEncoder(format: format, quality: $0).encode(bitmap).count }
      #expect(sizes == sizes.sorted() && sizes[1] < sizes[3])
    }
    #expect(ImageEncoder(format: .jpeg, quality: .nan).quality == 0.85)
  }

  @Test(arguments: [(ImageEncoder.Format.webp, 16_384), (.jpeg, 65_501)])
  func `a side that the format does not allow is an error`(format: ImageEncoder.Format, side: Int) throws {
    for size in [PixelSize(width: side, height: 1), PixelSize(width: 1, height: side)] {
      let bitmap = try Bitmap(size: size) { _ in }
      let error = #expect(throws: LoadError.self) { try ImageEncoder(format: format).encode(bitmap) }
      #expect(error?.code == .tooManyPixels)
    }
  }

  @Test func `a PNG may be longer than any JPEG`() throws {
    let bitmap = try Bitmap(size: PixelSize(width: 1_100_000, height: 1)) { _ in }
    #expect(try FileSize(ImageEncoder(format: .png).encode(bitmap))?.width == 1_100_000)
  }
}

/// Format and size as the first bytes of a file say them.
private struct FileSize: Equatable {
  var format: ImageEncoder.Format
  var width: Int
  var height: Int

  init(format: ImageEncoder.Format, width: Int, height: Int) {
    self.format = format
    self.width = width
    self.height = height
  }

  init?(_ data: Data) {
    let bytes = [UInt8](data)
    func big(_ at: Int, _ count: Int) -> Int { bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) } }
    func little(_ at: Int, _ count: Int) -> Int { bytes[at..<at + count].reversed().reduce(0) { $0 << 8 | Int($1) } }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self.init(format: .png, width: big(16, 4), height: big(20, 4))
    } else if bytes.starts(with: [0xFF, 0xD8]) {
      var at = 2
      while bytes[at + 1] != 0xC0 { at += 2 + big(at + 2, 2) }
      self.init(format: .jpeg, width: big(at + 7, 2), height: big(at + 5, 2))
    } else if bytes.starts(with: Array("RIFF".utf8)), bytes[8..<15].elementsEqual("WEBPVP8".utf8) {
      let isExtended = bytes[15] == UInt8(ascii: "X")
      self.init(
        format: .webp, width: isExtended ? little(24, 3) + 1 : little(26, 2) & 0x3FFF,
        height: isExtended ? little(27, 3) + 1 : little(28, 2) & 0x3FFF)
    } else {
      return nil
    }
  }
}
