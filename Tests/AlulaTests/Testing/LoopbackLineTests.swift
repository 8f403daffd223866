import Testing

@testable import AlulaTesting

@Suite struct LoopbackLineTests {
  private let start = ContinuousClock.now

  @Test func `what is booked at once goes one after the other, in that order`() {
    let line = LoopbackLine(bytesPerSecond: 1_000)
    let first = line.book(500, start)
    let second = line.book(250, start)
    #expect(second - first == .milliseconds(250))
    #expect(line.book(250, start) - second == .milliseconds(250))
  }

  @Test func `a line that nobody used saves up no more than a moment`() {
    let line = LoopbackLine(bytesPerSecond: 1_000)
    _ = line.book(100, start)
    let later = start + .seconds(60)
    #expect(line.book(1_000, later) > later + .milliseconds(900))
  }
}
