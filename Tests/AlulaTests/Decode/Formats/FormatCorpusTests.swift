#if os(Linux)
  import Foundation
  import Testing

  @testable import Alula

  /// The suites of the formats that traits add, in this process; `Conformance/corpus` compares every pixel, a process a file.
  @Suite(.enabled(if: Corpus.isPresent, "Skipped: needs ../shared/corpus, which is not part of the repository."))
  struct FormatCorpusTests {
    /// Answers of the references that are wrong: both blend premultiplied colours a second time; one knows no animation; 72 pixels an inch
    /// instead of the 96 of CSS.
    private static let disputed = ["conf_alpha_premultiplied.jxl", "conf_grayscale.jxl", "libvips__blankpage.svg"]

    @Test(arguments: ["tiff", "bmp", "ico", "jxl", "svg"])
    func `a picture has the size and looks of its manifest, and damage is refused`(_ suite: String) throws {
      var options = DecodeOptions()
      options.convertsColor = false
      for entry in try Corpus.entries(suite) where entry.isDecodable && !Self.disputed.contains(entry.name) {
        let result = Result { () throws(LoadError) in try DefaultImageDecoder().decode(entry.data, options: options) }
        if entry.status == "error" { #expect(throws: LoadError.self, "\(entry.name)") { try result.get() } }
        guard entry.status == "ok", case .success(let bitmap) = result else { continue }
        #expect(bitmap.size == entry.size, "\(entry.name)")
        #expect(try ImageHeader.read(entry.data).size == entry.size, "\(entry.name)")
      }
    }

    /// libjxl says of what it was told to be all there is that it is damaged.
    @Test func `a JPEG XL that is cut is truncated, not damaged`() throws {
      for entry in try Corpus.entries("truncated") where entry.isDecodable && entry.name.contains(/^x__cut.*jxl$/) {
        guard entry.data.count >= 32 else { continue }
        #expect(
          code { () throws(LoadError) in try DefaultImageDecoder().decode(entry.data) } == .truncated, "\(entry.name)")
      }
    }

    @Test(arguments: ["tiff", "bmp", "ico", "jxl", "svg"])
    func `a file that is cut anywhere gives a picture or a typed error`(_ suite: String) throws {
      var options = DecodeOptions(target: .pixels(20, 20))
      options.budget = DecodeBudget(maximumPixels: 1 << 24, maximumMemory: .megabytes(64))
      for entry in try Corpus.entries(suite) where entry.isDecodable && entry.data.count < 20_000 {
        for part in 1..<5 {
          let cut = entry.data.prefix(entry.data.count * part / 5)
          _ = code { () throws(LoadError) in try DefaultImageDecoder().decode(cut, options: options) }
          _ = try? ImageHeader.read(cut)
        }
      }
    }
  }
#endif
