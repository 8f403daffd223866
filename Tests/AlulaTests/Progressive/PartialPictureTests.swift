#if os(Linux)
  import AlulaTesting
  import CSampleJPEG
  import Foundation
  import Testing

  @testable import Alula

  /// What is found in files that still come, without a pipeline.
  @Suite struct PartialPictureTests {
    private static func parts(_ file: Data, step: Int = 1, least: Int = 0) -> [PreviewPart] {
      guard let format = ImageFormat.detect(file), var picture = PartialPicture(format) else { return [] }
      var parts: [PreviewPart] = []
      for count in stride(from: 16, through: file.count, by: step) {
        let finding = file.prefix(count).withBytes { picture.look(ByteReader($0), least: least) }
        if case .part(let part) = finding, part != parts.last { parts.append(part) }
      }
      return parts
    }

    private static func image(_ part: PreviewPart, of file: Data, _ target: TargetSize? = nil) throws -> Bitmap {
      var options = DecodeOptions(target: target)
      options.allowsPartial = part.isCut
      return try DefaultImageDecoder().decode(file.withBytes { part.file(ByteReader($0)) }, options: options)
    }

    @Test(arguments: [1, 7, 1_000])
    func `each whole scan of a progressive JPEG is a part, however the bytes come`(step: Int) {
      let file = ArrivingFiles.jpeg(width: 320, height: 240)
      let scans = ArrivingFiles.scans(file)
      let ends = Self.parts(file, step: step).map(\.count)
      #expect(ends == ends.sorted() && ends.count >= min(scans.count - 1, 2))
      // A scan ends before the tables of the next one.
      for end in ends { #expect(scans.contains { $0 < end } && !scans.contains(end - 1)) }
      if step == 1 { #expect(ends.count == scans.count - 1) }
    }

    @Test(arguments: [nil, TargetSize.pixels(100, 100), .pixels(20, 20, mode: .fill)])
    func `each part of a progressive JPEG is a picture of the whole size, finer than the one before`(
      target: TargetSize?
    ) throws {
      let file = ArrivingFiles.jpeg(width: 320, height: 240)
      let whole = try DefaultImageDecoder().decode(file, options: DecodeOptions(target: target))
      let reference = whole.bytes.map(Double.init)
      let parts = Self.parts(file)
      #expect(parts.count == 9)
      var qualities: [Double] = []
      for part in parts {
        let image = try Self.image(part, of: file, target)
        #expect(image.size == whole.size && image.isOpaque)
        qualities.append(signalToNoise(image.bytes, reference))
      }
      #expect(qualities[0] > 15)
      // Thumbnails from DC coefficients do not change between their scans; scans of single bits of chroma may round the other way.
      for (before, after) in zip(qualities, qualities.dropFirst()) { #expect(after > before - 0.5) }
      #expect((qualities.last ?? 0) > qualities[0])
    }

    @Test func `a JPEG whose components come one by one is shown once all have come`() {
      let file = SampleJPEG("grey") { ($0.kind.is_progressive, $0.layout) = (1, .gray8) }.file(width: 99, height: 99)
      #expect(Self.parts(file).count == ArrivingFiles.scans(file).count - 1)
      // A baseline one with separate scans is none.
      let separate = SampleJPEG("a scan for each component") { $0.kind.has_separate_scans = 1 }
      #expect(Self.parts(separate.file(width: 99, height: 99)).isEmpty)
    }

    @Test func `restarts and thumbnails in Exif are no scans`() {
      let restarts = SampleJPEG("restarts") { ($0.kind.is_progressive, $0.kind.restart_units) = (1, 3) }
      var file = restarts.file(width: 120, height: 90)
      let count = ArrivingFiles.scans(file).count
      let thumbnail = [UInt8](ArrivingFiles.jpeg(width: 60, height: 40))
      let length = thumbnail.count + 8
      file.insert(
        contentsOf: [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + Array("Exif\0\0".utf8) + thumbnail, at: 2)
      #expect(Self.parts(file).count == count - 1)
    }

    static let rowwise: [(String, @Sendable () throws -> Data)] = [
      ("baseline JPEG", { ArrivingFiles.baselineJPEG() }), ("PNG", { try EncodedSamples.png(width: 99, height: 99) }),
      ("WebP", { try EncodedSamples.webp(width: 99, height: 99, layout: .rgb8) }), ("GIF", { ArrivingFiles.gif() }),
      ("WebP whose Exif comes last", { try ArrivingFiles.animatedWebP(hasExif: true) }),
    ]

    @Test(arguments: rowwise.indices)
    func `what comes row by row has no part`(index: Int) throws {
      #expect(Self.parts(try Self.rowwise[index].1()).isEmpty, "\(Self.rowwise[index].0)")
    }

    static let frames: [(String, @Sendable () throws -> Data)] = [
      ("GIF", { ArrivingFiles.gif(frames: 3) }), ("APNG", { ArrivingFiles.animatedPNG() }),
      ("WebP", { try ArrivingFiles.animatedWebP() }),
    ]

    @Test(arguments: frames.indices)
    func `the first frame of an animation is a part once it is whole, and is the picture`(index: Int) throws {
      let (name, make) = Self.frames[index]
      let file = try make()
      let parts = Self.parts(file)
      let part = try #require(parts.first, "\(name)")
      #expect(parts.count == 1 && part.isWholeFrame && part.count < file.count * 3 / 4, "\(name)")
      let image = try Self.image(part, of: file)
      #expect(try image.bytes == DefaultImageDecoder().decode(file, options: DecodeOptions()).bytes, "\(name)")
      #expect(!image.isPartial, "\(name): it is cut")
    }

    static let interlaced: [@Sendable () -> Data] = [
      { ArrivingFiles.interlacedPNG() }, { ArrivingFiles.gif(isInterlaced: true) },
    ]

    @Test(arguments: interlaced.indices)
    func `interlaced pictures are shown as far as they go`(index: Int) throws {
      let file = Self.interlaced[index]()
      let parts = Self.parts(file, step: 501, least: 2_000)
      #expect(parts.count > 5 && parts.allSatisfy { $0.isCut && $0.count >= 2_000 })
      let whole = try DefaultImageDecoder().decode(file, options: DecodeOptions())
      let last = try Self.image(parts[parts.count - 2], of: file)
      #expect(last.isPartial && last.size == whole.size)
      #expect(signalToNoise(last.bytes, whole.bytes.map(Double.init)) > 25)
    }

    @Test func `whatever the bytes are, looking ends and reads nothing behind them`() throws {
      var generator = SeededGenerator(seed: 57)
      let files = [
        ArrivingFiles.jpeg(width: 64, height: 48), ArrivingFiles.interlacedPNG(width: 40, height: 30),
        ArrivingFiles.animatedPNG(width: 20, height: 20), ArrivingFiles.gif(width: 20, height: 20, frames: 2),
        try ArrivingFiles.animatedWebP(width: 20, height: 20),
      ]
      for round in 0..<2_000 {
        var bytes = [UInt8](files[round % files.count])
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
          let index = Int.random(in: 4..<min(bytes.count, round % 2 == 0 ? 200 : bytes.count), using: &generator)
          bytes[index] = [0, 0xFF, 0x7F, .random(in: 0...255, using: &generator)][round % 4]
        }
        let file = Data(bytes)
        for part in Self.parts(file, step: max(1, file.count / 20)) {
          #expect(part.count <= file.count)
          _ = try? Self.image(part, of: file)
        }
      }
    }
  }
#endif
