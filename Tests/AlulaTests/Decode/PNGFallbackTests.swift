#if os(Linux)
  import AlulaTesting
  import Foundation
  import Testing

  @testable import Alula

  /// What is unusual or damaged is libpng's to judge: our reader leaves it alone, and the answer is libpng's own.
  @Suite struct PNGFallbackTests {
    private static let builder = PNGBuilder(width: 13, height: 9, colorType: 6)

    private static var raw: [UInt8] {
      var generator = SeededGenerator(seed: 5)
      return builder.filtered(builder.noise(&generator)) { UInt8($0 % 5) }
    }

    private static func file(
      _ stream: [UInt8], after: [(name: String, body: [UInt8])] = [], pieces: [[UInt8]] = []
    ) -> Data {
      var builder = builder
      builder.after = after
      return builder.file(pieces: [stream] + pieces)
    }

    private static func changed(_ bytes: [UInt8], _ place: Int, _ change: UInt8) -> [UInt8] {
      var bytes = bytes
      bytes[place < 0 ? bytes.count + place : place] ^= change
      return bytes
    }

    private static func changed(_ data: Data, _ place: Int, _ change: UInt8) -> Data {
      Data(changed([UInt8](data), place, change))
    }

    /// A header with another window, and its check bits right.
    private static func withWindow(_ stream: [UInt8], _ info: UInt8) -> [UInt8] {
      let first = Int(info << 4 | 8) << 8
      return [UInt8(first >> 8), UInt8((31 - first % 31) % 31)] + stream[2...]
    }

    private static let oddities: [(String, Data)] = {
      let stream = PNGBuilder.stored(raw)
      let good = file(stream)
      let (end, checksum) = (12, 16)
      return [
        ("wrong checksum of the data", changed(good, -checksum, 1)),
        ("wrong checksum of the end", changed(good, -1, 1)),
        ("an end with a body", Data(good.dropLast(end) + PNGBuilder.chunk("IEND", [1]))),
        ("no end", good.dropLast(end)), ("half an end", good.dropLast(5)),
        ("bytes instead of an end", good.dropLast(end) + Data(repeating: 0, count: 40)),
        ("cut within the data", good.dropLast(200)),
        ("wrong Adler-32", file(changed(stream, -1, 1))), ("no Adler-32", file(stream.dropLast(4))),
        ("half an Adler-32", file(stream.dropLast(2))),
        ("bytes after the stream", file(stream + [0])),
        ("many bytes after the stream", file(stream + .init(repeating: 7, count: 90))),
        ("a chunk of data after the stream", file(stream, pieces: [[1, 2, 3]])),
        ("a row too few", file(PNGBuilder.stored(raw.dropLast(53)))),
        ("a byte too few", file(PNGBuilder.stored(raw.dropLast()))),
        ("a byte too many", file(PNGBuilder.stored(raw + [0]))),
        ("a row too many", file(PNGBuilder.stored(raw + raw.prefix(53)))),
        ("a megabyte too many", file(PNGBuilder.stored(raw + .init(repeating: 0, count: 1 << 20)))),
        ("no data", file([])), ("half a stream header", file([0x78])), ("a stream header alone", file([0x78, 1])),
        ("a wrong check of the stream header", file(changed(stream, 1, 1))),
        ("a dictionary", file([0x78, 0x20] + stream[2...])),
        ("no deflate", file([0x77, 0x09] + stream[2...])), ("a window too large", file(withWindow(stream, 8))),
        ("an unknown block", file([0x78, 1, 7])), ("a stored length that is none", file(changed(stream, 5, 1))),
        ("an unknown filter", file(PNGBuilder.stored(changed(raw, 0, 5)))),
        ("a filter of 255", file(PNGBuilder.stored(changed(raw, 53 * 5, 255)))),
        ("a critical chunk after the data", file(stream, after: [("ABCD", [])])),
        ("a second header", file(stream, after: [("IHDR", [1])])),
        ("a palette after the data", file(stream, after: [("PLTE", [1, 2, 3])])),
        ("a name that is none", file(stream, after: [("a1cd", [])])),
        ("a longest chunk", file(stream, after: [("abCd", .init(repeating: 0, count: 4 << 20 | 1))])),
        (
          "data after another chunk",
          file(Array(stream.prefix(90)), after: [("abCd", []), ("IDAT", Array(stream.dropFirst(90)))])
        ),
        ("data much longer than the picture", file(stream + .init(repeating: 0, count: 5 << 20))),
      ]
    }()

    @Test(arguments: oddities.indices) func `what is odd is left to libpng`(_ index: Int) {
      let (name, data) = Self.oddities[index]
      PNGReferee.check(data, streams: false, name)
    }

    /// The one known difference: zlib calls such a set invalid, ISA-L does not. The pixels are those that the checksums are of.
    @Test func `an incomplete set of distance codes is decoded when every checksum is right`() throws {
      let job = DecodeJob(data: Self.file(DeflateBlocks.dynamic.stream(Self.raw, isComplete: false)), options: .init())
      let whole = DecodeJob(data: Self.file(DeflateBlocks.dynamic.stream(Self.raw)), options: .init())
      #expect(code { () throws(LoadError) in try PNGDecoder.decode(job, by: .libpng) } == .decoding)
      #expect(PNGReferee.areSame(PNGReferee.decode(job, by: .either), PNGReferee.decode(whole, by: .libpng)))
    }

    @Test func `interlaced pictures are left to libpng`() throws {
      var builder = PNGBuilder(width: 1, height: 1)
      builder.isInterlaced = true
      PNGReferee.check(builder.file(rows: [[1, 2, 3]]), streams: false, "interlaced")
    }

    @Test func `a window smaller than the picture is left to libpng, one that holds it all is not`() {
      let stream = PNGBuilder.stored(Self.raw)
      // 477 bytes.
      PNGReferee.check(Self.file(Self.withWindow(stream, 0)), streams: false, "256 bytes")
      PNGReferee.check(Self.file(Self.withWindow(stream, 1)), streams: true, "512 bytes")
    }

    @Test func `a wrong checksum of a chunk that changes nothing is passed over`() {
      let data = Self.file(PNGBuilder.stored(Self.raw), after: [("tEXt", [65, 0])])
      PNGReferee.check(Self.changed(data, -13, 1), streams: true, "after the data")
    }

    @Test func `what our reader has no memory for is left to libpng`() throws {
      // A row of 198 KB: libpng keeps two, our reader a dozen.
      var builder = PNGBuilder(width: 66_000, height: 1, colorType: 2)
      let data = builder.file(rows: [.init(repeating: 9, count: 198_000)])
      var options = DecodeOptions()
      PNGReferee.check(data, streams: true, "", options: options, targets: [.pixels(60, 60)])
      options.budget.maximumMemory = .megabytes(2)
      PNGReferee.check(data, streams: false, "", options: options, targets: [.pixels(60, 60)])
      // However much memory there is.
      builder.width = 100_000
      PNGReferee.check(
        builder.file(rows: [.init(repeating: 9, count: 300_000)]), streams: false, "", targets: [.pixels(60, 60)])
    }
  }
#endif
