#if os(Linux)
  import CSampleJPEG
  import Foundation
  import Testing

  @testable import Alula

  /// Data that end too soon, where a preview is asked for. Without being asked they are an error: see `MalformedInputTests`.
  @Suite struct PartialDecodingTests {
    private static let width = 83
    private static let height = 120
    private static let shares = Array(stride(from: 0.05, through: 0.99, by: 0.04))

    struct Kind: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let format: ImageFormat
      let file: @Sendable () throws -> Data
    }

    private static func jpeg(_ sample: SampleJPEG) -> Kind {
      Kind(testDescription: "JPEG \(sample.name)", format: .jpeg) { sample.file(width: width, height: height) }
    }

    /// Pictures whose rows come one after the other.
    static let rowwise: [Kind] =
      [
        Kind(testDescription: "PNG", format: .png) { try EncodedSamples.png(width: width, height: height) },
        Kind(testDescription: "opaque PNG", format: .png) {
          try EncodedSamples.png(width: width, height: height, layout: .rgb8)
        },
        Kind(testDescription: "lossy WebP", format: .webp) {
          try EncodedSamples.webp(width: width, height: height, layout: .rgb8)
        },
        Kind(testDescription: "GIF", format: .gif) { EncodedSamples.gif(width: width, height: height) },
      ]
      + SampleJPEG.common.filter { $0.kind.is_progressive == 0 && $0.kind.has_separate_scans == 0 }.map(jpeg)
      + SampleJPEG.unusual.map(jpeg)

    private static func options(_ target: TargetSize? = nil) -> DecodeOptions {
      var options = DecodeOptions(target: target)
      options.allowsPartial = true
      return options
    }

    private static func decode(_ data: Data, _ options: DecodeOptions) throws(LoadError) -> Bitmap {
      try DefaultImageDecoder().decode(data, options: options)
    }

    /// How many rows at the top are not wholly transparent.
    private static func rows(_ bitmap: Bitmap) -> Int {
      let last = bitmap.withUnsafeBytes { bytes in bytes.lastIndex { $0 != 0 } } ?? -bitmap.bytesPerRow
      return last / bitmap.bytesPerRow + 1
    }

    @Test(arguments: rowwise)
    func `the rows that are there are those of the whole picture, the rest is transparent`(_ kind: Kind) throws {
      let file = try kind.file()
      for target: TargetSize? in [nil, .pixels(40, 60), .pixels(20, 20, mode: .fill)] {
        let whole = try Self.decode(file, DecodeOptions(target: target))
        #expect(try Self.decode(file, Self.options(target)).bytes == whole.bytes)
        var most = 0
        for share in Self.shares {
          let cut = file.prefix(Int(Double(file.count) * share))
          let found = Result { () throws(LoadError) in try Self.decode(cut, Self.options(target)) }
          guard case .success(let part) = found else {
            #expect(code { () throws(LoadError) in try found.get() } == .truncated, "\(kind) \(share)")
            #expect(most == 0, "\(kind) \(share)")
            continue
          }
          #expect(part.size == whole.size)
          let rows = Self.rows(part)
          let count = rows * part.bytesPerRow
          #expect(part.bytes[..<count] == whole.bytes[..<count], "\(kind) \(share)")
          #expect(rows >= most, "\(kind) \(share): fewer rows of more data")
          most = rows
        }
        #expect(most >= whole.height / 2, "\(kind)")
      }
    }

    /// Later data make these finer everywhere.
    static let layered: [Kind] =
      [
        Kind(testDescription: "interlaced GIF", format: .gif) {
          var builder = GIFBuilder(width: width, height: height)
          let indexes = (0..<width * height).map { UInt8($0 / width / 40) }
          builder.frames = [.init(width: width, height: height, indexes: indexes, isInterlaced: true)]
          return builder.file
        },
        Kind(testDescription: "interlaced PNG", format: .png) { interlacedPNG() },
      ] + SampleJPEG.common.filter { $0.kind.is_progressive == 1 }.map(jpeg)

    /// Adam7 passes of a picture whose pixels tell where they are.
    static func interlacedPNG(width: Int = width, height: Int = height) -> Data {
      var builder = PNGBuilder(width: width, height: height)
      builder.isInterlaced = true
      let passes = [(0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2)]
      let rows = passes.flatMap { x, across, y, down -> [[UInt8]] in
        stride(from: y, to: height, by: down).map { row -> [UInt8] in
          stride(from: x, to: width, by: across).flatMap { [UInt8($0), UInt8(row), 200] }
        }
      }
      return builder.file(rows: rows)
    }

    @Test(arguments: layered)
    func `what comes in layers is shown as far as they go`(_ kind: Kind) throws {
      let file = try kind.file()
      for target: TargetSize? in [nil, .pixels(40, 60)] {
        let whole = try Self.decode(file, DecodeOptions(target: target))
        #expect(try Self.decode(file, Self.options(target)).bytes == whole.bytes)
        let cut = file.prefix(file.count * 7 / 10)
        #expect(code { () throws(LoadError) in try Self.decode(cut, DecodeOptions(target: target)) } == .truncated)
        let part = try Self.decode(cut, Self.options(target))
        #expect(Self.rows(part) == whole.height)
        #expect(signalToNoise(part.bytes, whole.bytes.map(Double.init)) > 15, "\(kind)")
        for share in Self.shares {
          let cut = file.prefix(Int(Double(file.count) * share))
          let found = code { () throws(LoadError) in try Self.decode(cut, Self.options(target)) }
          #expect(found == nil || found == .truncated, "\(kind) \(share)")
        }
      }
    }

    @Test func `the first pass of an interlaced PNG stands for all its pixels`() throws {
      let file = Self.interlacedPNG()
      // The first pass has 15 rows of 11 pixels and a filter each; then come some more.
      let data = try #require(file.range(of: Data("IDAT".utf8))).upperBound + 7
      let part = try Self.decode(file.prefix(data + 15 * 34 + 5), Self.options())
      for (x, y) in [(0, 0), (7, 7), (8, 9), (82, 119)] {
        #expect(part.pixel(x, y) == [UInt8(x / 8 * 8), UInt8(y / 8 * 8), 200, 255])
      }
      let less = try Self.decode(file.prefix(data + 10 * 34 + 5), Self.options())
      #expect(less.pixel(0, 79)[3] == 255)
      #expect(less.pixel(0, 80) == [0, 0, 0, 0])
    }

    @Test(arguments: Orientation.allCases)
    func `a part is upright, and what is missing is where it belongs`(_ orientation: Orientation) throws {
      let file = try EncodedSamples.oriented(
        EncodedSamples.png(width: Self.width, height: Self.height, layout: .rgb8), .png, orientation.rawValue)
      let whole = try Self.decode(file, DecodeOptions())
      let part = try Self.decode(file.prefix(file.count / 2), Self.options())
      #expect(part.size == whole.size)
      let seen = (0..<part.height).map { y in (0..<part.width).filter { part.pixel($0, y)[3] != 0 }.count }.reduce(0, +)
      #expect(seen > Self.width * 30 && seen < Self.width * Self.height && seen % Self.width == 0)
      for y in 0..<part.height {
        for x in 0..<part.width where part.pixel(x, y)[3] != 0 { #expect(part.pixel(x, y) == whole.pixel(x, y)) }
      }
      // The corner that is stored first is there, the one opposite is not.
      let (right, bottom) = (part.width - 1, part.height - 1)
      let first = [(0, 0), (right, 0), (right, bottom), (0, bottom), (0, 0), (right, 0), (right, bottom), (0, bottom)]
      let (x, y) = first[orientation.rawValue - 1]
      #expect(part.pixel(x, y)[3] == 255)
      #expect(part.pixel(right - x, bottom - y) == [0, 0, 0, 0])
    }

    @Test func `a profile does not colour what is missing`() throws {
      var builder = PNGBuilder(width: 40, height: 40)
      builder.before = [("iCCP", Array("p".utf8) + [0, 0] + PNGBuilder.stored(SampleProfile.linear.bytes))]
      let file = builder.file(rows: .init(repeating: .init(repeating: 120, count: 120), count: 40))
      let part = try Self.decode(file.prefix(file.count * 6 / 10), Self.options())
      #expect(part.bytes.suffix(160).allSatisfy { $0 == 0 })
      #expect(part.pixel(3, 3)[3] == 255)
    }

    @Test func `damaged data are an error in both`() throws {
      for (format, file) in try EncodedSamples.all(width: Self.width, height: Self.height) {
        var bytes = Array(file.prefix(file.count * 3 / 4))
        // Before the first pixel: the header of the frame, of the first chunk, the code size.
        switch format {
        case .jpeg:
          let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
          bytes[frame + 4] = 12
        case .png: bytes[29] ^= 1
        case .webp: bytes[12...].replaceSubrange(12..<16, with: Array("XXXX".utf8))
        default: bytes[13 + 12 + 18] = 99
        }
        let found = code { () throws(LoadError) in try Self.decode(Data(bytes), Self.options()) }
        // Twelve bits a sample are no damage, but a kind that is not decoded.
        #expect(found == (format == .jpeg ? .unsupportedFormat(.jpeg) : .decoding), "\(format)")
      }
    }

    @Test func `a JPEG that is whole is the same where a part would do, whatever lies in its data`() throws {
      let sample = SampleJPEG("4:2:0")
      var bytes = [UInt8](sample.file(width: Self.width, height: Self.height))
      // A marker amid the codes whose segment would end far behind the file.
      bytes.replaceSubrange(bytes.count - 900..<bytes.count - 896, with: [0xFF, 0xC4, 0xFF, 0xF0])
      for target: TargetSize? in [nil, .pixels(6, 9)] {
        let whole = try Self.decode(Data(bytes), DecodeOptions(target: target))
        #expect(try Self.decode(Data(bytes), Self.options(target)).bytes == whole.bytes)
      }
    }

    @Test func `a claim that the bytes cannot hold costs no memory beyond the budget`() throws {
      let png = PNGBuilder(width: 16_000, height: 16_000).file(rows: [[1, 2, 3]]).dropLast(12)
      #expect(code { () throws(LoadError) in try Self.decode(png, Self.options()) } == .tooManyPixels)
    }

    @Test func `no request asks for a part, so none is kept as the picture`() throws {
      let request = ImageRequest(data: try EncodedSamples.png(), id: "a")
      let key = try request.imageKey(request.byteKey(), budget: DecodeBudget())
      #expect(!key.options.allowsPartial)
      #expect(DecodeOptions() != Self.options())
    }

    @Test func `whoever asks for a preview is told whether it is one`() throws {
      let file = try EncodedSamples.png(width: Self.width, height: Self.height)
      let decoder = DefaultImageDecoder()
      #expect(try !decoder.decode(file, options: Self.options()).isPartial)
      let part = try decoder.decode(file.prefix(file.count / 2), options: Self.options())
      #expect(part.isPartial)
      #expect(try part.applying([.monochrome()]).isPartial)
      #expect(
        code { () throws(LoadError) in try decoder.decode(file.prefix(20), options: Self.options()) } == .truncated)
    }
  }
#endif
