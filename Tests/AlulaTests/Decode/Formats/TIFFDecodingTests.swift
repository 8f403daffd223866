#if TIFF
  import Foundation
  import Testing

  @testable import Alula

  @Suite struct TIFFDecodingTests {
    /// A file and its pixels, straight RGBA.
    struct Sample: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let file: Data
      let pixels: [UInt8]

      init(
        _ name: String, _ blocks: [[UInt8]], _ pixels: [UInt8], size: (Int, Int) = (2, 2),
        _ change: (inout TIFFBuilder) -> Void
      ) {
        var builder = TIFFBuilder(width: size.0, height: size.1)
        change(&builder)
        (testDescription, file, self.pixels) = (name, builder.file(blocks), pixels)
      }
    }

    private static let colors: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 8, 7]
    private static let opaque: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 9, 8, 7, 255]
    private static func grays(_ values: UInt8...) -> [UInt8] { values.flatMap { [$0, $0, $0, 255] } }
    private static func gray(_ bits: Int, _ photometric: Int = 1) -> (inout TIFFBuilder) -> Void {
      { ($0.bits, $0.photometric) = ([bits], photometric) }
    }

    static let samples: [Sample] = [
      Sample("RGB", [colors], opaque) { _ in },
      Sample("RGB in two strips", [Array(colors[..<6]), Array(colors[6...])], opaque) { $0.rowsPerStrip = 1 },
      Sample("RGB, big-endian", [colors], opaque) { $0.isLittle = false },
      Sample("RGB, BigTIFF", [colors], opaque) { $0.isBig = true },
      Sample("RGB in planes", [[255, 0, 0, 9], [0, 255, 0, 8], [0, 0, 255, 7]], opaque) { $0.isSeparate = true },
      Sample("RGB of 16 bits", [colors.flatMap { [$0, 200] }], opaque) {
        ($0.bits, $0.isLittle) = ([16, 16, 16], false)
      },
      Sample("1 bit", [[0b1000_0000, 0b0100_0000]], grays(255, 0, 0, 255), gray(1)),
      Sample("1 bit, white is zero", [[0b1000_0000, 0b0100_0000]], grays(0, 255, 255, 0), gray(1, 0)),
      Sample("2 bits", [[0b0001_0000, 0b1011_0000]], grays(0, 85, 170, 255), gray(2)),
      Sample("4 bits", [[0x0F, 0x18]], grays(0, 255, 17, 136), gray(4)),
      Sample("12 bits", [[0x00, 0x0F, 0xFF, 0x12, 0x38, 0x00]], grays(0, 255, 0x12, 0x80), gray(12)),
      Sample("16 bits", [[0, 0, 0, 255, 1, 2, 3, 4]], grays(0, 255, 2, 4), gray(16)),
      Sample("palette of 2 bits", [[0b0001_0000, 0b1011_0000]], opaque) {
        ($0.bits, $0.photometric) = ([2], 3)
        $0.palette = [65535, 0, 0, 9 << 8, 0, 65535, 0, 8 << 8, 0, 0, 65535, 7 << 8]
      },
      Sample("palette of 8-bit values", [[0, 1, 2, 3]], opaque) {
        ($0.bits, $0.photometric) = ([8], 3)
        let rest = [Int](repeating: 0, count: 252)
        $0.palette = [255, 0, 0, 9] + rest + [0, 255, 0, 8] + rest + [0, 0, 255, 7] + rest
      },
      Sample(
        "CMYK", [[0, 255, 255, 0, 255, 0, 255, 0, 255, 255, 0, 0, 0, 0, 0, 255]], Array(opaque[..<12]) + [0, 0, 0, 255]
      ) {
        ($0.bits, $0.photometric) = ([8, 8, 8, 8], 5)
      },
      Sample("straight alpha", [[10, 20, 30, 40, 1, 2, 3, 0]], [10, 20, 30, 40, 0, 0, 0, 0], size: (2, 1)) {
        ($0.bits, $0.extra) = ([8, 8, 8, 8], [2])
      },
      Sample("premultiplied alpha", [[51, 0, 102, 102, 0, 0, 0, 0]], [128, 0, 255, 102, 0, 0, 0, 0], size: (2, 1)) {
        ($0.bits, $0.extra) = ([8, 8, 8, 8], [1])
      },
      Sample("a sample that is not called alpha", [[1, 2, 3, 4]], [1, 2, 3, 255], size: (1, 1)) {
        ($0.bits, $0.extra) = ([8, 8, 8, 8], [0])
      },
      Sample("grey with straight alpha", [[7, 128]], [7, 7, 7, 128], size: (1, 1)) {
        ($0.bits, $0.photometric, $0.extra) = ([8, 8], 1, [2])
      },
      Sample("grey with premultiplied alpha", [[51, 102]], [128, 128, 128, 102], size: (1, 1)) {
        ($0.bits, $0.photometric, $0.extra) = ([8, 8], 1, [1])
      },
    ]

    @Test(arguments: samples) func `every kind of samples gives its pixels exactly`(_ sample: Sample) throws {
      let bitmap = try DefaultImageDecoder().decodeStraight(sample.file, options: DecodeOptions())
      #expect(bitmap.withUnsafeBytes { Array($0) } == sample.pixels)
    }

    @Test(arguments: [false, true]) func `tiles give the pixels of strips`(_ isSeparate: Bool) throws {
      let (width, height) = (37, 21)
      let value = { (x: Int, y: Int, channel: Int) in UInt8(truncatingIfNeeded: x * 5 + y * 3 + channel * 90) }
      var strips = TIFFBuilder(width: width, height: height)
      strips.rowsPerStrip = 4
      let rows = (0..<height).map { y in (0..<width).flatMap { x in (0..<3).map { value(x, y, $0) } } }
      let wanted = strips.file(stride(from: 0, to: height, by: 4).map { rows[$0..<min($0 + 4, height)].flatMap { $0 } })
      var tiles = TIFFBuilder(width: width, height: height)
      (tiles.tile, tiles.isSeparate) = ((16, 16), isSeparate)
      let places = [0, 16].flatMap { y in [0, 16, 32].map { ($0, y) } }
      let block = { (left: Int, top: Int, channels: Range<Int>) in
        (0..<256).flatMap { pixel in channels.map { value(left + pixel % 16, top + pixel / 16, $0) } }
      }
      let blocks =
        isSeparate
        ? (0..<3).flatMap { channel in places.map { block($0.0, $0.1, channel..<channel + 1) } }
        : places.map { block($0.0, $0.1, 0..<3) }
      for target in [nil, TargetSize.pixels(9, 9), .pixels(10, 3, mode: .fill)] {
        let one = try DefaultImageDecoder().decode(wanted, target: target)
        let other = try DefaultImageDecoder().decode(tiles.file(blocks), target: target)
        #expect(one.size == other.size)
        #expect(one.withUnsafeBytes { Array($0) } == other.withUnsafeBytes { Array($0) })
      }
    }
  }
#endif
