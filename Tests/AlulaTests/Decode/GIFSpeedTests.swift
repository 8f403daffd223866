#if os(Linux)
  import CGifReferee
  import Foundation
  import Testing

  @testable import Alula

  /// Prints the CPU time of a whole decode beside giflib's; asserts nothing. Runs only when asked for, in a release build:
  /// `ALULA_MEASURE=1 swift test -c release -Xswiftc -enable-testing --filter GIFSpeedTests`
  @Suite(.enabled(if: ProcessInfo.processInfo.environment["ALULA_MEASURE"] != nil), .serialized)
  struct GIFSpeedTests {
    @Test(arguments: [(64, 64), (640, 427), (2_000, 1_500)])
    func `time to decode a picture like a photograph`(_ width: Int, _ height: Int) throws {
      var picture = CompressedGIF.photograph(width: width, height: height)
      try compare("photograph \(width) × \(height)", picture.file)
      picture.isInterlaced = true
      try compare("interlaced \(width) × \(height)", picture.file)
      picture.indexes = picture.indexes.indices.map { (place: Int) -> UInt8 in UInt8(place % width * 10 / width * 16) }
      picture.isInterlaced = false
      try compare("bands \(width) × \(height)", picture.file)
    }

    @Test(
      .enabled(if: Corpus.isPresent, "Skipped: needs ../shared/corpus, which is not part of the repository."),
      arguments: [
        "large/wuffs__harvesters.gif", "large/wuffs__gifplayer-muybridge.gif", "gif-bugs/coil__no_frame_delay.gif",
        "gif-bugs/wuffs__hippopotamus.interlaced.gif", "gif-bugs/pillow__hopper.gif",
      ])
    func `time to decode a file of the corpus`(_ name: String) throws {
      try compare(name, Data(contentsOf: Corpus.folder.appending(path: name)))
    }

    /// Rounds of ours and giflib's in turn. A round repeats until it is long enough for the clock.
    private func compare(_ name: String, _ data: Data) throws {
      let size = try DefaultImageDecoder().decode(data).size
      let repeats = max(1, 2_000_000 / (size.width * size.height))
      var (ours, theirs): ([Double], [Double]) = ([], [])
      for _ in 0..<15 {
        ours.append(
          try time(repeats) { _ = try DefaultImageDecoder().decode(data) })
        theirs.append(
          time(repeats) {
            data.withUnsafeBytes {
              gif_referee_free(gif_referee_decode($0.bindMemory(to: UInt8.self).baseAddress, $0.count))
            }
          })
      }
      let (our, their) = (ours.sorted()[7], theirs.sorted()[7])
      func text(_ number: Double) -> String { String(format: "%.3f", number) }
      print("\(name), \(size): ours \(text(our)) ms, giflib \(text(their)) ms, giflib / ours \(text(their / our))")
    }

    private func time(_ repeats: Int, _ body: () throws -> Void) rethrows -> Double {
      let start = clock()
      for _ in 0..<repeats { try body() }
      return Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1_000 / Double(repeats)
    }
  }
#endif
