import Alula
import Testing

@testable import AlulaCLI

@Suite struct ThumbnailStepsTests {
  @Test(arguments: [611, 1_222, 333, 1_999, 640])
  func `a square is decoded at the size it is asked for, not at a pixel more`(side: Int) throws {
    var arguments = Arguments(["--fill", "100x100", "--focus", "0.5,0.2"])
    let plan = try ThumbnailSteps(&arguments).plan(for: PixelSize(width: side, height: side))
    #expect(plan.target == .pixels(100, 100))
  }
}
