import Foundation
import Testing

@testable import Alula

/// Walks a few suites of the corpus in this process; `Conformance/corpus` walks them all, a process a file, and also
/// compares every pixel.
@Suite(.enabled(if: Corpus.isPresent, "Skipped: needs ../shared/corpus, which is not part of the repository."))
struct CorpusTests {
  @Test(arguments: ["orient-synth", "pngsuite", "gif-pygif", "webp"])
  func `every file is decoded or refused as its manifest says`(_ suite: String) throws {
    var options = DecodeOptions()
    options.convertsColor = false
    for entry in try Corpus.entries(suite) where entry.isDecodable {
      let result = Result { () throws(LoadError) in try DefaultImageDecoder().decode(entry.data, options: options) }
      if entry.status == "error" { #expect(throws: LoadError.self, "\(entry.name)") { try result.get() } }
      guard entry.status == "ok" else { continue }
      guard case .success(let bitmap) = result else {
        Issue.record("\(entry.name) was refused.")
        continue
      }
      if suite != "gif-pygif" { #expect(bitmap.size == entry.size, "\(entry.name)") }
      #expect(try ImageHeader.read(entry.data).orientation.rawValue == entry.orientation, "\(entry.name)")
      guard let thumbnail = entry.thumbnail, bitmap.size == entry.size else { continue }
      let apart = zip(Corpus.thumbnail(bitmap), thumbnail).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(apart <= entry.tolerance, "\(entry.name)")
    }
  }

  @Test(arguments: ["orient-synth", "exif-orient"])
  func `oriented files stay upright when they are downsampled or cut`(_ suite: String) throws {
    // Turned by XMP alone, which AVIF does not count.
    let unlike = "pillow_xmp_tags_orientation.avif"
    for entry in try Corpus.entries(suite) where entry.isDecodable && entry.name != unlike {
      let size = try #require(entry.size)
      let fit = try DefaultImageDecoder().decode(entry.data, target: .pixels(40, 40))
      let apart = zip(Corpus.thumbnail(fit), try #require(entry.thumbnail)).map { abs(Int($0) - Int($1)) }
      #expect(apart.reduce(0, +) / apart.count <= 12, "\(entry.name)")
      #expect((fit.width > fit.height) == (size.width > size.height), "\(entry.name)")
      let fill = try DefaultImageDecoder().decode(entry.data, target: .pixels(16, 12, mode: .fill))
      #expect(fill.size == PixelSize(width: 16, height: 12), "\(entry.name)")
    }
  }

  /// Fault case F60: the right format or none.
  @Test func `sniffing says what the corpus says`() throws {
    for entry in try Corpus.entries("sniff") {
      #expect(ImageFormat.detect(entry.data)?.name == entry.sniffed, "\(entry.name)")
    }
  }
}
