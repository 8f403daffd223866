#if os(Linux)
  import Foundation
  import Testing

  @testable import Alula

  /// Every PNG of the corpus, read by our own reader and by libpng: the same bytes, or the same error.
  @Suite(.enabled(if: Corpus.isPresent, "Skipped: needs ../shared/corpus, which is not part of the repository."))
  struct PNGCorpusTests {
    /// The least number of files that our own reader must read.
    @Test(arguments: [
      ("pngsuite", 90), ("png-libpng", 68), ("png-bugs", 20), ("apng", 10), ("bombs", 1), ("crashers", 0),
      ("truncated", 1), ("color", 0), ("downsample", 0), ("orient-synth", 0), ("exif-orient", 0), ("sniff", 0),
      ("large", 0),
    ])
    func `every file has the same pixels or the same error`(_ suite: String, _ least: Int) throws {
      let targets: [TargetSize?] = [nil, .pixels(20, 30, mode: .fill)]
      var streamed = 0
      for entry in try Corpus.entries(suite) where entry.data.starts(with: PNGBuilder.signature) {
        PNGReferee.check(entry.data, streams: nil, entry.name, targets: targets)
        let small = DecodeJob(data: entry.data, options: DecodeOptions(target: .pixels(8, 8)))
        if case .success = PNGReferee.decode(small, by: .stream) { streamed += 1 }
      }
      #expect(streamed >= least)
    }
  }
#endif
