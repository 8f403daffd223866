import Alula
import Testing

@testable import AlulaCLI

@Suite struct ProgressLineTests {
  private func line(_ finished: Int, of found: Int, isFinal: Bool = true, running: Double = 0) -> ProgressLine {
    var line = ProgressLine()
    line.finished = finished
    line.count = PictureList.Count(found: found, isFinal: isFinal)
    line.meter.progress = running
    line.meter.received = 1_500_000
    return line
  }

  @Test func `a known number of pictures has a bar and a percentage`() {
    #expect(
      line(10, of: 40).text(width: 80)
        == "[#######-----------------------]  25%  10/40  1.5 MB")
  }

  @Test func `pictures on their way count by what has come of them`() {
    #expect(line(0, of: 2, running: 1).fraction == 0.5)
    #expect(line(1, of: 1, running: 3).fraction == 1)
  }

  @Test func `a list that is still read has neither`() {
    #expect(line(3, of: 9, isFinal: false).text(width: 80) == "3/9+  1.5 MB")
    #expect(line(0, of: 0).fraction == nil)
  }

  @Test func `failures, rate and loads are told when there are any`() {
    var line = line(3, of: 9, isFinal: false)
    line.failed = 2
    line.rate = .kilobytes(300)
    line.meter.running = 4
    #expect(line.text(width: 80) == "3/9+  2 failed  1.5 MB  300.0 KB/s  4 loading")
  }

  @Test(arguments: [0, 1, 5, 20, 30, 40, 80, 500])
  func `the line is narrower than the terminal`(width: Int) {
    #expect(line(10, of: 40).text(width: width).count < max(1, width))
  }

  @Test func `the rate is that of the last seconds`() {
    let start = ContinuousClock.now
    var meter = RateMeter()
    meter.add(0, at: start)
    #expect(meter.rate == nil)
    for second in 1...10 { meter.add(second <= 5 ? second * 1000 : 5000, at: start + .seconds(second)) }
    #expect(meter.rate == .zero)
  }
}
