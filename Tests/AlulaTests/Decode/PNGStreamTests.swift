#if os(Linux)
  import AlulaTesting
  import Foundation
  import Testing

  @testable import Alula

  /// Our own PNG reader gives libpng's pixels, and reads itself whatever is in order.
  @Suite struct PNGStreamTests {
    private static func builder(_ kind: (colorType: Int, bitDepth: Int), _ width: Int, _ height: Int) -> PNGBuilder {
      var builder = PNGBuilder(width: width, height: height, bitDepth: kind.bitDepth, colorType: kind.colorType)
      if kind.colorType == 3 { builder.before = [("PLTE", (0..<3 << kind.bitDepth).map { UInt8($0 * 37 & 255) })] }
      return builder
    }

    @Test(arguments: PNGBuilder.kinds.indices, 0...5)
    func `all kinds, filters and widths are libpng's pixels`(_ index: Int, _ filter: UInt8) {
      var generator = SeededGenerator(seed: UInt64(index * 6) + UInt64(filter))
      for width in Array(1...9) + [16, 17, 33, 67] {
        let height = Int.random(in: 1...19, using: &generator)
        let builder = Self.builder(PNGBuilder.kinds[index], width, height)
        let filters = (0..<height).map { _ in filter < 5 ? filter : UInt8.random(in: 0...4, using: &generator) }
        let bytes = builder.filtered(builder.noise(&generator)) { filters[$0] }
        PNGReferee.check(
          builder.file(pieces: [PNGBuilder.stored(bytes)]), streams: true, "\(width) × \(height), filters \(filters)")
      }
    }

    /// Keys beyond the depth, palettes shorter than the indexes, alphas for some colours: all as libpng takes them.
    @Test(arguments: PNGBuilder.kinds.indices)
    func `transparency by colour and by palette is libpng's`(_ index: Int) {
      let kind = PNGBuilder.kinds[index]
      var generator = SeededGenerator(seed: UInt64(index))
      for round in 0..<40 {
        var builder = Self.builder(kind, Int.random(in: 1...20, using: &generator), 8)
        if kind.colorType == 3 {
          let colors = Int.random(in: 1...1 << kind.bitDepth, using: &generator)
          builder.before = [("PLTE", (0..<colors * 3).map { UInt8($0 * 91 & 255) })]
          let alphas = Int.random(in: 0...colors + 1, using: &generator)
          builder.before.append(("tRNS", (0..<alphas).map { _ in UInt8.random(in: 0...255, using: &generator) }))
        } else {
          let count = kind.colorType == 0 ? 2 : 6
          let values: [UInt8] = [0, 1, 85, 170, 255]
          builder.before = [("tRNS", (0..<count).map { _ in values.randomElement(using: &generator) ?? 0 })]
        }
        let bytes = builder.filtered(builder.noise(&generator)) { UInt8($0 % 5) }
        PNGReferee.check(builder.file(pieces: [PNGBuilder.stored(bytes)]), streams: true, "round \(round)")
      }
    }

    private static func sample() -> (PNGBuilder, [UInt8]) {
      var generator = SeededGenerator(seed: 4)
      let builder = PNGBuilder(width: 13, height: 9, colorType: 6)
      return (builder, builder.filtered(builder.noise(&generator)) { UInt8($0 % 5) })
    }

    @Test(arguments: DeflateBlocks.allCases)
    func `data may be cut into chunks at every place, with empty ones between`(_ blocks: DeflateBlocks) {
      let (builder, bytes) = Self.sample()
      let stream = blocks.stream(bytes)
      for place in 0...stream.count {
        let parts = [Array(stream[..<place]), Array(stream[place...])]
        PNGReferee.check(builder.file(pieces: parts), streams: true, "cut at \(place)", targets: [nil])
        PNGReferee.check(
          builder.file(pieces: [[], parts[0], [], [], parts[1], []]), streams: true, "empty chunks at \(place)",
          targets: [nil])
      }
      PNGReferee.check(builder.file(pieces: stream.map { [$0] }), streams: true, "a byte a chunk")
    }

    @Test func `pictures of several batches and of every share of compressed rows are libpng's pixels`() throws {
      for (width, height, layout) in [(700, 300, RowLayout.rgb8), (501, 333, .rgba8), (2_000, 5, .rgb8)] {
        PNGReferee.check(
          try EncodedSamples.png(width: width, height: height, layout: layout), streams: true, "\(width) × \(height)",
          targets: [nil, .pixels(60, 60)])
      }
      // One colour: the longest matches there are.
      let builder = PNGBuilder(width: 3_000, height: 400, bitDepth: 8, colorType: 2)
      let flat = try Bitmap(size: PixelSize(width: 3_000, height: 400)) {
        $0.initializeMemory(as: UInt8.self, repeating: 255)
      }
      PNGReferee.check(
        try ImageEncoder(format: .png).encode(flat), streams: true, "one colour", targets: [nil, .pixels(60, 60)])
      PNGReferee.check(
        builder.file(pieces: [PNGBuilder.stored(.init(repeating: 0, count: (builder.rowBytes + 1) * 400))]),
        streams: true, "black", targets: [.pixels(60, 60)])
    }

    @Test func `chunks that change no pixel may stand on both sides of the data`() {
      var (builder, bytes) = Self.sample()
      builder.before = [("tEXt", [65, 0, 66]), ("gAMA", PNGBuilder.big32(45_455)), ("iCCP", [65, 0, 0, 9, 9])]
      builder.after = [("tEXt", [65, 0, 66]), ("tIME", .init(repeating: 1, count: 7)), ("abCd", [])]
      PNGReferee.check(builder.file(pieces: [PNGBuilder.stored(bytes)]), streams: true, "around the data")
      // What follows the end is nobody's.
      PNGReferee.check(
        builder.file(pieces: [PNGBuilder.stored(bytes)]) + Data([1, 2, 3]), streams: true, "after the end")
    }
  }
#endif
