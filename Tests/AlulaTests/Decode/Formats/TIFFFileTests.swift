#if TIFF
  import Foundation
  import Testing

  @testable import Alula

  @Suite struct TIFFFileTests {
    private static func gray(_ width: Int = 40, _ height: Int = 30) -> TIFFBuilder {
      var builder = TIFFBuilder(width: width, height: height)
      (builder.bits, builder.photometric, builder.rowsPerStrip) = ([8], 1, 1)
      return builder
    }

    private static func rows(_ width: Int = 40, _ height: Int = 30) -> [[UInt8]] {
      [[UInt8]](repeating: .init(repeating: 77, count: width), count: height)
    }

    private func fault(_ data: Data, _ target: TargetSize? = nil, memory: ByteCount = .megabytes(256)) -> LoadError
      .Code?
    {
      var options = DecodeOptions(target: target)
      options.budget.maximumMemory = memory
      return code { () throws(LoadError) in try DefaultImageDecoder().decode(data, options: options) }
    }

    private static let quarters: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]
    private static let corners: [[Int]] = [
      [0, 1, 2, 3], [1, 0, 3, 2], [3, 2, 1, 0], [2, 3, 0, 1], [0, 2, 1, 3], [2, 0, 3, 1], [3, 1, 2, 0], [1, 3, 0, 2],
    ]

    @Test(arguments: Orientation.allCases, OrientedDecodingTests.targets)
    func `a TIFF is upright in every orientation, whole, downsampled, cut and not enlarged`(
      _ orientation: Orientation, _ target: TargetSize?
    ) throws {
      var builder = TIFFBuilder(width: 96, height: 64)
      builder.orientation = orientation.rawValue
      let pixels = (0..<64).flatMap { y in (0..<96).flatMap { x in Self.quarters[(y < 32 ? 0 : 2) + (x < 48 ? 0 : 1)] }
      }
      let data = builder.file([pixels])
      let bitmap = try DefaultImageDecoder().decode(data, target: target)
      let header = try ImageHeader.read(data)
      #expect(header.orientation == orientation)
      #expect(
        header.size == (orientation.isTransposed ? PixelSize(width: 64, height: 96) : PixelSize(width: 96, height: 64)))
      let (right, bottom) = (bitmap.width - 1, bitmap.height - 1)
      let seen = [bitmap.pixel(0, 0), bitmap.pixel(right, 0), bitmap.pixel(0, bottom), bitmap.pixel(right, bottom)]
      for (corner, quarter) in zip(seen, Self.corners[orientation.rawValue - 1]) {
        #expect(Array(corner.prefix(3)) == Self.quarters[quarter])
      }
    }

    @Test func `pages are counted, and a chain that comes back ends`() throws {
      let builder = Self.gray(4, 1)
      #expect(try ImageHeader.read(builder.file([[1, 2, 3, 4]], pages: 3)).frames == 3)
      #expect(try ImageHeader.read(builder.file([[1, 2, 3, 4]], pages: 3, next: 12)).frames == 3)
      #expect(try ImageHeader.read(builder.file([[1, 2, 3, 4]], pages: 2, next: 1 << 30)).frames == 2)
    }

    @Test func `the header says depth and alpha`() throws {
      var builder = TIFFBuilder(width: 1, height: 1)
      (builder.bits, builder.extra) = ([16, 16, 16, 16], [2])
      let header = try ImageHeader.read(builder.file([[0, 0, 0, 0, 0, 0, 0, 0]]))
      #expect(header.bitDepth == 16)
      #expect(header.hasAlpha)
      #expect(!(try ImageHeader.read(Self.gray(4, 1).file([[1, 2, 3, 4]])).hasAlpha))
    }

    @Test func `a strip that is not all there is truncation, wherever it is cut`() throws {
      // The directory comes first when offsets are moved behind it.
      let whole = Self.gray().file(Self.rows())
      let data = Data(whole.prefix(8)) + whole.dropFirst(8 + 40 * 30)
      #expect(fault(whole) == nil)
      #expect(fault(whole.prefix(8)) == .truncated)
      #expect(fault(whole.prefix(600)) == .truncated)
      #expect(fault(Data(data)) != nil)
    }

    @Test(arguments: [false, true], [false, true])
    func `a file that ends within its first directory is truncated`(_ isBig: Bool, _ isLittle: Bool) throws {
      var builder = Self.gray(4, 1)
      (builder.isBig, builder.isLittle) = (isBig, isLittle)
      let whole = builder.file([[1, 2, 3, 4]])
      let (start, entry) = isBig ? (20, 20) : (12, 12)
      // Twelve entries; what follows them, the next page's place, is not needed.
      for count in stride(from: start, to: start + (isBig ? 8 : 2) + 12 * entry, by: 3) {
        #expect(fault(whole.prefix(count)) == .truncated, "\(count)")
      }
    }

    @Test func `a claim that is not in the file is refused at no cost`() throws {
      var builder = Self.gray(60_000, 60_000)
      builder.rowsPerStrip = 60_000
      #expect(fault(builder.file([[1, 2, 3]]), .pixels(10, 10)) == .tooManyPixels)
      builder.width = 10_000
      builder.height = 10_000
      builder.rowsPerStrip = 10_000
      #expect(fault(builder.file([[1, 2, 3]]), .pixels(10, 10)) != nil)
      builder.tile = (1 << 20, 1 << 20)
      #expect(fault(builder.file([[1, 2, 3]]), .pixels(10, 10)) != nil)
    }

    @Test func `a large picture becomes a thumbnail in the memory of a few rows`() throws {
      let data = Self.gray(2_000, 2_000).file(Self.rows(2_000, 2_000))
      #expect(fault(data, memory: .kilobytes(500)) == .tooManyPixels)
      #expect(fault(data, .pixels(50, 50), memory: .kilobytes(500)) == nil)
    }

    @Test func `strips that lie on each other are bounded by their number, and by their bytes where bits are turned`()
      throws
    {
      var builder = TIFFBuilder(width: 16, height: 3000)
      (builder.bits, builder.photometric, builder.rowsPerStrip) = ([8], 1, 1)
      let strip = [UInt8](repeating: 0x0F, count: 400_000)
      let small = DecodeOptions(target: .pixels(8, 300))
      #expect(try DefaultImageDecoder().decode(builder.file([strip], repeats: 3000), options: small).height == 300)
      builder.fillOrder = 2
      let turned = builder.file([strip], repeats: 3000)
      #expect(
        code { () throws(LoadError) in try DefaultImageDecoder().decode(turned, options: small) } == .tooManyPixels)
      let whole = builder.file([[UInt8](repeating: 0x0F, count: 16)], repeats: 3000)
      #expect(try DefaultImageDecoder().decode(whole, options: small).pixel(4, 4) == [0xF0, 0xF0, 0xF0, 255])
      (builder.height, builder.fillOrder) = (262_145, 1)
      let many = builder.file([[UInt8](repeating: 9, count: 16)], repeats: 262_145)
      #expect(code { () throws(LoadError) in try DefaultImageDecoder().decode(many, options: small) } == .tooManyPixels)
    }

    @Test func `floating point, old JPEG and unknown codes are refused`() throws {
      var float = Self.gray(1, 1)
      (float.bits, float.sampleFormat) = ([32], 3)
      var (old, unknown) = (Self.gray(4, 1), Self.gray(4, 1))
      (old.compression, unknown.compression) = (6, 60_000)
      for builder in [float, old, unknown] { #expect(fault(builder.file([[0, 0, 0, 0]])) == .decoding) }
    }

    @Test func `a decode in a cancelled task stops between rows`() async throws {
      let job = DecodeJob(data: Self.gray().file(Self.rows()), options: DecodeOptions())
      let found = await withTaskGroup(of: LoadError.Code?.self) { group in
        group.cancelAll()
        group.addTask { code { () throws(LoadError) in try TIFFDecoder.decode(job) } }
        return await group.next() ?? nil
      }
      #expect(found == .cancelled)
    }
  }
#endif
