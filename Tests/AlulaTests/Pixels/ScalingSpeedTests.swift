import Foundation
import Testing

@testable import Alula

/// Prints how fast rows are taken; asserts nothing. Runs only when asked for, in a release build:
/// `ALULA_MEASURE=1 swift test -c release -Xswiftc -enable-testing --filter ScalingSpeedTests`
@Suite(.enabled(if: ProcessInfo.processInfo.environment["ALULA_MEASURE"] != nil), .serialized)
struct ScalingSpeedTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let layout: RowLayout
    let source: (Int, Int)
    let output: (Int, Int)
    var testDescription: String { "\(layout) \(source) to \(output)" }
  }

  static let cases: [Case] = [
    Case(layout: .rgb8, source: (6000, 4000), output: (300, 200)),
    Case(layout: .rgba8, source: (6000, 4000), output: (300, 200)),
    Case(layout: .rgba8Premultiplied, source: (6000, 4000), output: (300, 200)),
    Case(layout: .gray8, source: (6000, 4000), output: (300, 200)),
    Case(layout: .rgb8, source: (750, 500), output: (300, 200)),
    Case(layout: .rgba8, source: (750, 500), output: (300, 200)),
    Case(layout: .gray8, source: (750, 500), output: (300, 200)),
    Case(layout: .rgb8, source: (1200, 800), output: (300, 200)),
    Case(layout: .rgb8, source: (640, 427), output: (300, 200)),
    Case(layout: .rgb8, source: (3000, 2000), output: (3000, 2000)),
    Case(layout: .rgba8, source: (3000, 2000), output: (3000, 2000)),
  ]

  @Test(arguments: cases) func `time to scale`(_ test: Case) throws {
    var picture = SamplePicture(width: test.source.0, height: 1, layout: test.layout) { x, _, channel in
      UInt8(truncatingIfNeeded: x * 31 + channel * 77 + x / 9)
    }
    picture.bytes = Array(repeating: picture.bytes, count: test.source.1).flatMap { $0 }
    picture.size.height = test.source.1
    for index in picture.bytes.indices { picture.bytes[index] &+= UInt8(truncatingIfNeeded: index >> 10) & 0x3F }
    let target = TargetSize.pixels(Double(test.output.0), Double(test.output.1))
    var times: [Double] = []
    for _ in 0..<15 {
      let start = clock()
      _ = try picture.scaled(to: target)
      times.append(Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1000)
    }
    let median = times.sorted()[times.count / 2]
    let megabytes = Double(picture.bytes.count) / 1e6
    print("\(test.testDescription): \(median) ms, \((megabytes / median * 1000).rounded()) MB/s")
  }
}
