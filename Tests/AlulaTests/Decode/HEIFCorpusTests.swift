#if os(Linux) && (AVIF || HEIC)
  import Foundation
  import Testing

  @testable import Alula

  /// AVIF and HEIC files of the corpus; a suite whose trait is off has no file that can be decoded.
  @Suite(.enabled(if: Corpus.isPresent, "Skipped: needs ../shared/corpus, which is not part of the repository."))
  struct HEIFCorpusTests {
    /// Its manifest passes over the mirror that its pixels show.
    private static let unlike = ["nokia_C042.heic"]

    @Test(arguments: ["avif", "heic"]) func `every picture is as its manifest says, whole and small`(_ suite: String)
      throws
    {
      var options = DecodeOptions()
      options.convertsColor = false
      for entry in try Corpus.entries(suite) where entry.isDecodable && entry.status == "ok" {
        let size = try #require(entry.size)
        let thumbnail = try #require(entry.thumbnail)
        let header = try ImageHeader.read(entry.data)
        #expect(header.size == size, "\(entry.name)")
        if !Self.unlike.contains(entry.name) {
          #expect(header.orientation.rawValue == entry.orientation, "\(entry.name)")
        }
        options.target = nil
        let bitmap = try DefaultImageDecoder().decode(entry.data, options: options)
        #expect(bitmap.size == size, "\(entry.name)")
        let apart = zip(Corpus.thumbnail(bitmap), thumbnail).map { abs(Int($0) - Int($1)) }.max() ?? 0
        #expect(apart <= entry.tolerance, "\(entry.name)")
        options.target = .pixels(64, 64)
        let small = try DefaultImageDecoder().decode(entry.data, options: options)
        let reduced = try SamplePicture(bitmap).scaled(to: .pixels(64, 64))
        let off = zip(small.bytes, reduced.bytes).map { abs(Int($0) - Int($1)) }
        #expect(Double(off.reduce(0, +)) / Double(off.count) < 2.5, "\(entry.name)")
      }
    }

    #if HEIC
      /// Nobody gets a picture of another size than the header told.
      @Test(arguments: ["heif__rainbow-451x461.heic", "nokia_C002.heic"])
      func `a picture that is larger than its box says is damaged`(_ name: String) throws {
        var data = try #require(try Corpus.entries("heic").first { $0.name.hasSuffix(name) }).data
        let box = try #require(data.range(of: Data("ispe".utf8)))
        let width = box.upperBound + 4..<box.upperBound + 8
        data.replaceSubrange(width, with: [0, 0, 0, 64])
        #expect(try ImageHeader.read(data).size.width == 64)
        for target in [nil, TargetSize.pixels(20, 20)] {
          let failure = #expect(throws: LoadError.self) {
            try DefaultImageDecoder().decode(data, options: DecodeOptions(target: target))
          }
          #expect(failure?.code == .decoding)
        }
      }
    #endif

    @Test(arguments: ["avif", "heic", "crashers"])
    func `files that are cut off or damaged are pictures or errors`(_ suite: String) throws {
      var options = DecodeOptions(target: .pixels(40, 40))
      options.budget = DecodeBudget(maximumPixels: 1 << 22, maximumMemory: .megabytes(64))
      for entry in try Corpus.entries(suite) where entry.isDecodable && entry.data.count < 40_000 {
        for part in 1...4 {
          _ = try? DefaultImageDecoder().decode(Data(entry.data.prefix(entry.data.count * part / 5)), options: options)
        }
        if entry.status == "error" {
          #expect(throws: LoadError.self, "\(entry.name)") {
            try DefaultImageDecoder().decode(entry.data, options: options)
          }
        }
      }
    }
  }

  extension SamplePicture {
    fileprivate init(_ bitmap: Bitmap) {
      self.init(width: 0, height: 0, layout: .rgba8Premultiplied) { _, _, _ in 0 }
      size = bitmap.size
      bytes = bitmap.bytes
    }
  }
#endif
