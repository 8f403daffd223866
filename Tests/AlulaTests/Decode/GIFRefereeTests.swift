#if os(Linux)
  import AlulaTesting
  import Foundation
  import Testing

  @testable import Alula

  /// Our GIF decoder against giflib: where both decode, every byte is the same.
  @Suite struct GIFRefereeTests {
    private static func ours(_ data: Data) -> Result<Bitmap, LoadError> {
      Result { () throws(LoadError) in try DefaultImageDecoder().decode(data) }
    }

    private func expectSame(_ data: Data, _ name: String) throws {
      let theirs = GIFReferee.decode(data)
      #expect(theirs.error == 0, "\(name)")
      let bitmap = try Self.ours(data).get()
      #expect(bitmap.size == theirs.size, "\(name)")
      #expect(bitmap.bytes == theirs.pixels, "\(name)")
    }

    private static func palette(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
      (0..<count * 3).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// A picture of any shape. Runs, and as many different pixels as the code size has, so that all kinds of codes come.
    private static func picture(_ side: Int, codeSize: Int, _ generator: inout SeededGenerator) -> CompressedGIF {
      let (width, height) = (side, Int.random(in: 1...70, using: &generator))
      let run = Int.random(in: 1...40, using: &generator)
      var index: UInt8 = 0
      let indexes = (0..<width * height).map { _ in
        if Int.random(in: 0..<run, using: &generator) == 0 {
          index = UInt8.random(in: 0...UInt8((1 << codeSize) - 1), using: &generator)
        }
        return index
      }
      var picture = CompressedGIF(
        canvas: (width, height), width: width, height: height, indexes: indexes, codeSize: codeSize)
      // Tables may be smaller or larger than the codes reach, or missing.
      let tableSizes = [0, 1 << codeSize, 2 << Int.random(in: 0..<8, using: &generator)]
      picture.palette = palette(tableSizes.randomElement(using: &generator) ?? 0, &generator)
      picture.localPalette = palette(tableSizes.randomElement(using: &generator) ?? 0, &generator)
      picture.isInterlaced = Bool.random(using: &generator)
      picture.clearsWhenFull = Bool.random(using: &generator)
      if Bool.random(using: &generator) { picture.transparent = UInt8.random(in: 0...255, using: &generator) }
      if Bool.random(using: &generator) {
        picture.left = Int.random(in: 0...width, using: &generator)
        picture.top = Int.random(in: 0...height, using: &generator)
        picture.canvas = (
          Int.random(in: 1...90, using: &generator), Int.random(in: 1...90, using: &generator)
        )
      }
      return picture
    }

    @Test(arguments: 2...8)
    func `pictures of every width, with all that a frame can have, are giflib's pixels`(_ codeSize: Int) throws {
      var generator = SeededGenerator(seed: UInt64(codeSize))
      for side in 1...70 {
        try expectSame(Self.picture(side, codeSize: codeSize, &generator).file, "side \(side)")
      }
    }

    @Test(arguments: [true, false], [true, false])
    func `a picture that fills the table many times is giflib's pixels`(clears: Bool, isInterlaced: Bool) throws {
      var picture = CompressedGIF.photograph(width: 300, height: 200)
      (picture.clearsWhenFull, picture.isInterlaced) = (clears, isInterlaced)
      try expectSame(picture.file, "photograph")
      // One colour: strings as long as they get.
      picture.indexes = picture.indexes.map { _ in 7 }
      try expectSame(picture.file, "one colour")
      // Longer still: 4,090,000 pixels fill the table with one run.
      picture = CompressedGIF(
        canvas: (3_000, 3_000), width: 3_000, height: 3_000, indexes: .init(repeating: 1, count: 9_000_000),
        codeSize: 2, clearsWhenFull: clears)
      picture.palette = Array(0..<12)
      if !isInterlaced { try expectSame(picture.file, "longest strings") }
    }

    @Test func `the sample images are giflib's pixels`() throws {
      for (width, height, frames) in [(1, 1, 1), (32, 16, 1), (70, 41, 3), (200, 130, 1)] {
        let data = Data(
          SampleImages.gif(width: width, height: height, frames: frames) { _, x, y in
            SampleColor(
              UInt8(truncatingIfNeeded: x * 9), UInt8(truncatingIfNeeded: y * 5), UInt8(truncatingIfNeeded: x * y))
          })
        try expectSame(data, "\(width) × \(height)")
      }
      try expectSame(EncodedSamples.gif(), "encoded sample")
    }
  }
#endif
