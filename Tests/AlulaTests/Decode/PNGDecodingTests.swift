import Foundation
import Testing

@testable import Alula

/// Fault case F51: right values for every depth and colour type, whole and scaled; 16 bits never show as noise.
@Suite struct PNGDecodingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let depth: Int
    let colorType: Int
    /// One pixel as stored, repeated over the picture.
    let row: @Sendable (_ width: Int) -> [UInt8]
    var chunks: [(name: String, body: [UInt8])] = []
    let pixel: [UInt8]
  }

  static let cases: [Case] = [
    Case(
      testDescription: "1 bit grey", depth: 1, colorType: 0, row: { .init(repeating: 255, count: ($0 + 7) / 8) },
      pixel: [255, 255, 255, 255]),
    Case(
      testDescription: "2 bit grey", depth: 2, colorType: 0, row: { .init(repeating: 0xAA, count: ($0 + 3) / 4) },
      pixel: [170, 170, 170, 255]),
    Case(
      testDescription: "4 bit grey", depth: 4, colorType: 0, row: { .init(repeating: 0x33, count: ($0 + 1) / 2) },
      pixel: [51, 51, 51, 255]),
    Case(
      testDescription: "8 bit grey", depth: 8, colorType: 0, row: { .init(repeating: 77, count: $0) },
      pixel: [77, 77, 77, 255]),
    Case(
      testDescription: "16 bit grey", depth: 16, colorType: 0, row: { repeated([0x80, 0xFE], $0) },
      pixel: [128, 128, 128, 255]),
    Case(
      testDescription: "grey made clear by its colour", depth: 8, colorType: 0,
      row: { .init(repeating: 77, count: $0) }, chunks: [("tRNS", [0, 77])], pixel: [0, 0, 0, 0]),
    Case(
      testDescription: "grey and alpha", depth: 8, colorType: 4, row: { repeated([100, 51], $0) },
      pixel: [20, 20, 20, 51]),
    Case(
      testDescription: "16 bit grey and alpha", depth: 16, colorType: 4, row: { repeated([100, 9, 51, 200], $0) },
      pixel: [20, 20, 20, 51]),
    Case(testDescription: "RGB", depth: 8, colorType: 2, row: { repeated([1, 2, 3], $0) }, pixel: [1, 2, 3, 255]),
    Case(
      testDescription: "16 bit RGB", depth: 16, colorType: 2, row: { repeated([1, 255, 2, 255, 3, 255], $0) },
      pixel: [1, 2, 3, 255]),
    Case(
      testDescription: "palette", depth: 8, colorType: 3, row: { .init(repeating: 1, count: $0) },
      chunks: [("PLTE", [0, 0, 0, 9, 8, 7])], pixel: [9, 8, 7, 255]),
    Case(
      testDescription: "palette with alpha", depth: 2, colorType: 3,
      row: { .init(repeating: 0x55, count: ($0 + 3) / 4) },
      chunks: [("PLTE", [0, 0, 0, 250, 100, 50]), ("tRNS", [255, 51])], pixel: [50, 20, 10, 51]),
    Case(
      testDescription: "RGBA", depth: 8, colorType: 6, row: { repeated([250, 100, 50, 51], $0) },
      pixel: [50, 20, 10, 51]),
    Case(
      testDescription: "16 bit RGBA", depth: 16, colorType: 6, row: { repeated([250, 1, 100, 2, 50, 3, 51, 4], $0) },
      pixel: [50, 20, 10, 51]),
  ]

  @Test(arguments: cases, [nil, 7.0])
  func `every depth and colour type has the right values, whole and downsampled`(_ sample: Case, target: Double?) throws
  {
    var builder = PNGBuilder(width: 40, height: 40, bitDepth: sample.depth, colorType: sample.colorType)
    builder.before = sample.chunks
    let data = builder.file(rows: .init(repeating: sample.row(40), count: 40))
    let bitmap = try DefaultImageDecoder().decode(data, target: target.map { .pixels($0, $0) })
    #expect(bitmap.size.width == Int(target ?? 40))
    for (x, y) in [(0, 0), (bitmap.width - 1, bitmap.height - 1), (bitmap.width / 2, 1)] {
      let apart = zip(bitmap.pixel(x, y), sample.pixel).map { abs(Int($0) - Int($1)) }
      #expect(apart.allSatisfy { $0 <= (target == nil ? 0 : 1) })
    }
  }

  @Test(arguments: [0, 2, 4, 6], [nil, 9.0])
  func `sixteen bits are eight bits where their high bytes are the same`(colorType: Int, target: Double?) throws {
    let channels = try #require(PNGBuilder.channels[colorType])
    let rows = (0..<40).map { y in (0..<40 * channels).map { UInt8(truncatingIfNeeded: y * 5 + $0) } }
    let eight = PNGBuilder(width: 40, height: 40, bitDepth: 8, colorType: colorType).file(rows: rows)
    let sixteen = PNGBuilder(width: 40, height: 40, bitDepth: 16, colorType: colorType)
      .file(rows: rows.map { $0.flatMap { [$0, 255 &- $0] } })
    let size = target.map { TargetSize.pixels($0, $0) }
    #expect(
      try DefaultImageDecoder().decode(sixteen, target: size).bytes
        == DefaultImageDecoder().decode(eight, target: size).bytes)
  }

  @Test func `gamma and chromaticity chunks change no pixel`() throws {
    var builder = PNGBuilder(width: 2, height: 1)
    builder.before = [("gAMA", PNGBuilder.big32(100_000)), ("cHRM", [UInt8](repeating: 1, count: 32))]
    #expect(
      try DefaultImageDecoder().decode(builder.file(rows: [[9, 8, 7, 6, 5, 4]])).bytes == [9, 8, 7, 255, 6, 5, 4, 255])
  }

  @Test func `straight alpha keeps colours exactly, and those under alpha 0 are 0`() throws {
    let pixels: [UInt8] = [200, 100, 50, 3, 7, 7, 7, 0, 1, 2, 3, 255]
    let data = PNGBuilder(width: 3, height: 1, colorType: 6).file(rows: [pixels])
    let bitmap = try DefaultImageDecoder().decodeStraight(data, options: DecodeOptions())
    #expect(bitmap.bytes == [200, 100, 50, 3, 0, 0, 0, 0, 1, 2, 3, 255])
  }

  @Test func `a wrong checksum of the pixels is an error`() throws {
    let data = PNGBuilder(width: 2, height: 2).file(rows: [[1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]])
    for offset in [20, 17] {
      var broken = data
      broken[data.count - offset] ^= 1
      #expect(code { () throws(LoadError) in try DefaultImageDecoder().decode(broken) } == .decoding)
    }
  }

  @Test func `twenty thousand text chunks are passed over`() throws {
    var builder = PNGBuilder(width: 1, height: 1)
    builder.before = .init(repeating: ("tEXt", [65, 0]), count: 20_000)
    #expect(try DefaultImageDecoder().decode(builder.file(rows: [[1, 2, 3]])).bytes == [1, 2, 3, 255])
  }
}

private func repeated(_ pixel: [UInt8], _ count: Int) -> [UInt8] { (0..<count).flatMap { _ in pixel } }
