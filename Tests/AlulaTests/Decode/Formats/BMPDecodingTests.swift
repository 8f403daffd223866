#if BMP
  import Foundation
  import Testing

  @testable import Alula

  @Suite struct BMPDecodingTests {
    struct Sample: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let file: Data
      /// Straight RGBA.
      let pixels: [UInt8]

      init(
        _ name: String, _ bits: Int, _ stored: [UInt8], _ pixels: [UInt8], size: (Int, Int) = (2, 2),
        _ change: (inout BMPBuilder) -> Void = { _ in }
      ) {
        var builder = BMPBuilder(width: size.0, height: size.1, bits: bits)
        change(&builder)
        (testDescription, file, self.pixels) = (name, builder.file(stored), pixels)
      }
    }

    /// Red, green in the first row, blue, white in the second.
    private static let colors: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255]
    private static let palette: [[UInt8]] = [[0, 0, 255], [0, 255, 0], [255, 0, 0], [255, 255, 255]]
    private static func withPalette(_ builder: inout BMPBuilder) { builder.palette = palette }
    private static let rows24: [UInt8] = [255, 0, 0, 255, 255, 255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0]

    static let samples: [Sample] = [
      Sample(
        "1 bit", 1, [0x40, 0, 0, 0, 0x80, 0, 0, 0], [0, 255, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 0, 255, 0, 255]
      ) { $0.palette = [[0, 0, 255], [0, 255, 0]] },
      Sample("4 bits", 4, [0x23, 0, 0, 0, 0x01, 0, 0, 0], colors, withPalette),
      Sample("8 bits", 8, [2, 3, 0, 0, 0, 1, 0, 0], colors, withPalette),
      Sample("8 bits from the top", 8, [0, 1, 0, 0, 2, 3, 0, 0], colors, size: (2, -2), withPalette),
      Sample("8 bits with an OS/2 header", 8, [2, 3, 0, 0, 0, 1, 0, 0], colors) {
        ($0.headerSize, $0.palette) = (12, palette)
      },
      Sample(
        "an index without a colour is black", 8, [0, 9, 0, 0], [255, 0, 0, 255, 0, 0, 0, 255], size: (2, 1), withPalette
      ),
      Sample("24 bits", 24, rows24, colors),
      Sample("24 bits without the last padding", 24, rows24.dropLast(2), colors),
      Sample(
        "32 bits: the fourth byte is no alpha", 32, [3, 2, 1, 0, 6, 5, 4, 128], [1, 2, 3, 255, 4, 5, 6, 255],
        size: (2, 1)),
      Sample("16 bits", 16, [0x00, 0x7C, 0xE0, 0x03], [255, 0, 0, 255, 0, 255, 0, 255], size: (2, 1)),
      Sample("16 bits by masks", 16, [0x00, 0xF8, 0xE0, 0x07], [255, 0, 0, 255, 0, 255, 0, 255], size: (2, 1)) {
        ($0.compression, $0.masks) = (3, [0xF800, 0x07E0, 0x001F])
      },
      Sample("32 bits by masks, with alpha", 32, [40, 3, 2, 1, 0, 6, 5, 4], [1, 2, 3, 40, 0, 0, 0, 0], size: (2, 1)) {
        ($0.headerSize, $0.compression, $0.masks) = (108, 3, [0xFF00_0000, 0xFF_0000, 0xFF00, 0xFF])
      },
      Sample("a short header has no mask for alpha", 32, [3, 2, 1, 0], [1, 2, 3, 255], size: (1, 1)) {
        ($0.compression, $0.masks) = (3, [0xFF_0000, 0xFF00, 0xFF])
      },
      Sample("run lengths of 8 bits", 8, [1, 2, 1, 3, 0, 0, 0, 3, 0, 1, 9, 0, 0, 1], colors) {
        ($0.compression, $0.palette) = (1, palette)
      },
      Sample("run lengths of 4 bits", 4, [2, 0x23, 0, 0, 2, 0x01, 0, 1], colors) {
        ($0.compression, $0.palette) = (2, palette)
      },
      Sample(
        "what no code reaches is the first colour", 8, [0, 2, 1, 1, 1, 3, 0, 1],
        [255, 0, 0, 255, 255, 255, 255, 255, 255, 0, 0, 255, 255, 0, 0, 255]
      ) { ($0.compression, $0.palette) = (1, palette) },
    ]

    @Test(arguments: samples) func `every kind of pixels is decoded exactly`(_ sample: Sample) throws {
      let bitmap = try DefaultImageDecoder().decodeStraight(sample.file, options: DecodeOptions())
      #expect(bitmap.withUnsafeBytes { Array($0) } == sample.pixels)
    }

    private func fault(_ data: Data) -> LoadError.Code? {
      code { () throws(LoadError) in try DefaultImageDecoder().decode(data) }
    }

    @Test func `rows that are not all there are truncation, coded ones too`() {
      let plain = BMPBuilder(width: 2, height: 2, bits: 24).file(Self.rows24)
      for count in stride(from: 20, to: plain.count - 2, by: 3) { #expect(fault(plain.prefix(count)) == .truncated) }
      var coded = BMPBuilder(width: 2, height: 2, bits: 8)
      (coded.compression, coded.palette) = (1, Self.palette)
      #expect(fault(coded.file([1, 2, 1, 3, 0, 0, 1])) == .truncated)
    }

    @Test(arguments: [(2, 0), (24, 4), (0, 5), (32, 6), (8, 2), (16, 1)])
    func `depths and codes that no decoder shares are refused`(_ bits: Int, _ compression: Int) {
      var builder = BMPBuilder(width: 2, height: 2, bits: bits)
      builder.compression = compression
      #expect(fault(builder.file([UInt8](repeating: 0, count: 64))) == .decoding)
    }

    @Test func `absurd sizes and palettes are refused before memory is taken`() {
      #expect(fault(BMPBuilder(width: 1 << 30, height: 1 << 30, bits: 32).file([1])) == .tooManyPixels)
      #expect(fault(BMPBuilder(width: 0, height: 3, bits: 8).file([1])) == .decoding)
      #expect(fault(BMPBuilder(width: 3, height: 0, bits: 8).file([1])) == .decoding)
      var builder = BMPBuilder(width: 1, height: 1, bits: 8)
      builder.palette = [[UInt8]](repeating: [0, 0, 0], count: 300)
      #expect(fault(builder.file([0, 0, 0, 0])) == .decoding)
    }

    @Test func `a profile in the file is found`() throws {
      var builder = BMPBuilder(width: 2, height: 2, bits: 24)
      (builder.headerSize, builder.profile) = (124, Array("not a profile, but it is there".utf8))
      let container = try BMPDecoder.readHeader(builder.file(Self.rows24))
      #expect(container.profile == Data(builder.profile))
    }
  }
#endif
