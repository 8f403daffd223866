#if os(Linux)
  import Foundation
  import Testing

  @testable import Alula

  /// Prints the CPU time of a whole decode by our own reader beside libpng's; asserts nothing. Runs only when asked for, in a
  /// release build; ALULA_MEASURE_FILES names files, with colons between:
  /// `ALULA_MEASURE=1 swift test -c release -Xswiftc -enable-testing --filter PNGSpeedTests`
  @Suite(.enabled(if: ProcessInfo.processInfo.environment["ALULA_MEASURE"] != nil), .serialized)
  struct PNGSpeedTests {
    @Test(arguments: [(64, 64, RowLayout.rgb8), (1_200, 800, .rgb8), (1_200, 800, .rgba8), (3_000, 2_000, .rgb8)])
    func `time to decode a picture like a photograph`(_ width: Int, _ height: Int, _ layout: RowLayout) throws {
      try compare(
        "\(layout) \(width) × \(height)", EncodedSamples.png(width: width, height: height, layout: layout))
    }

    @Test func `time to decode the files that are named`() throws {
      let names = ProcessInfo.processInfo.environment["ALULA_MEASURE_FILES"]?.split(separator: ":") ?? []
      for name in names.map(String.init) { try compare(name, Data(contentsOf: URL(filePath: name))) }
    }

    private func compare(_ name: String, _ data: Data) throws {
      for target in [TargetSize.pixels(300, 300), nil] {
        let job = DecodeJob(data: data, options: DecodeOptions(target: target))
        let header = try ImageHeader.read(data)
        let repeats = max(1, 300_000 / (header.codedSize.width * header.codedSize.height))
        var (ours, theirs): ([Double], [Double]) = ([], [])
        for _ in 0..<11 {
          ours.append(try time(repeats) { _ = try PNGDecoder.decode(job, by: .stream) })
          theirs.append(try time(repeats) { _ = try PNGDecoder.decode(job, by: .libpng) })
        }
        let (our, their) = (ours.sorted()[5], theirs.sorted()[5])
        func text(_ number: Double) -> String { String(format: "%.3f", number) }
        print(
          "\(name) to \(target == nil ? "full" : "300"): ours \(text(our)) ms, libpng \(text(their)) ms, "
            + "libpng / ours \(text(their / our))")
      }
    }

    private func time(_ repeats: Int, _ body: () throws -> Void) rethrows -> Double {
      let start = clock()
      for _ in 0..<repeats { try body() }
      return Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1_000 / Double(repeats)
    }
  }
#endif
