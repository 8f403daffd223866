#if os(Linux)
  import Foundation
  import Testing

  @testable import Alula

  /// Our GIF decoder against giflib over the corpus. The rules: what giflib decodes, we decode to the same bytes; what it
  /// refuses, we refuse, but for the files named here.
  @Suite(.enabled(if: Corpus.isPresent, "Skipped: needs ../shared/corpus, which is not part of the repository."))
  struct GIFRefereeCorpusTests {
    /// The codes go on after the last pixel, or the terminator is lost: giflib has the pixels and calls the last row failed.
    private static let isWholeButForItsEnd = ["gif_lzw_never_ends.gif"]
    /// A minimum code size of 11, which giflib refuses and browsers take.
    private static let hasLargeCodeSize = ["max-codes.gif", "pillow__issue_2811.gif"]

    @Test(arguments: [
      ("gif-pygif", 52, 7), ("gif-bugs", 60, 9), ("bombs", 7, 1), ("truncated", 8, 2), ("large", 2, 0),
    ])
    func `we decode what giflib decodes, to the same bytes, and more only by a rule`(
      _ suite: String, _ decoded: Int, _ refused: Int
    ) throws {
      var (theirDecoded, theirRefused) = (0, 0)
      for entry in try Corpus.entries(suite) where entry.name.hasSuffix(".gif") {
        let ours = Result { () throws(LoadError) in try DefaultImageDecoder().decode(entry.data) }
        let theirs = GIFReferee.decode(entry.data)
        let bitmap = try? ours.get()
        if theirs.error == 0 { theirDecoded += 1 } else { theirRefused += 1 }
        switch theirs.error {
        case 0:
          #expect(bitmap?.size == theirs.size && bitmap?.bytes == theirs.pixels, "\(entry.name)")
        case _ where Self.isWholeButForItsEnd.contains(entry.name):
          #expect(theirs.rowsLeft == 1 && bitmap?.bytes == theirs.pixels, "\(entry.name)")
        case _ where Self.hasLargeCodeSize.contains(entry.name):
          #expect(bitmap != nil && theirs.pixels == nil, "\(entry.name)")
        default:
          #expect(bitmap == nil, "\(entry.name): giflib says \(theirs.error)")
        }
      }
      #expect((theirDecoded, theirRefused) == (decoded, refused))
    }
  }
#endif
