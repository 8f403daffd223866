#if os(Linux)
  import Foundation
  import Testing

  @testable import Alula

  private let damagedCopies = Int(ProcessInfo.processInfo.environment["ALULA_DAMAGE"] ?? "") ?? 0

  /// Every file of the suites of optional formats, cut at ten places and with bytes changed, through header and decoder: for a run under
  /// Address Sanitizer. Takes minutes, so it is asked for by ALULA_DAMAGE, the number of damaged copies of each file.
  @Suite(
    .enabled(
      if: Corpus.isPresent && damagedCopies > 0,
      "Skipped: needs ../shared/corpus, which is not part of the repository, and ALULA_DAMAGE."))
  struct FormatDamageTests {
    @Test(arguments: ["tiff", "bmp", "ico", "jxl", "svg"])
    func `damage gives a picture or a typed error`(_ suite: String) throws {
      var generator = Noise(seed: 7)
      for entry in try Corpus.entries(suite) where entry.isDecodable {
        for part in 1...10 { run(entry.data.prefix(entry.data.count * part / 11), part) }
        for copy in 0..<damagedCopies {
          var bytes = Array(entry.data)
          for _ in 0...Int.random(in: 0..<6, using: &generator) {
            let reach = Bool.random(using: &generator) ? min(200, bytes.count) : bytes.count
            let place = Int.random(in: 0..<reach, using: &generator)
            bytes[place] = [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &generator)][copy % 6]
          }
          run(Data(bytes), copy)
        }
      }
    }

    private func run(_ data: Data, _ round: Int) {
      var options = DecodeOptions(target: [nil, .pixels(40, 40), .pixels(33, 9, mode: .fill)][round % 3])
      options.budget = DecodeBudget(maximumPixels: 1 << 22, maximumMemory: .megabytes(48))
      _ = try? ImageHeader.read(data)
      _ = code { () throws(LoadError) in try DefaultImageDecoder().decode(data, options: options) }
    }
  }
#endif
