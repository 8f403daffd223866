import Alula
import AlulaTesting
import Testing

@Suite struct ManualClockTests {
  @Test func `a sleeper wakes when the clock reaches its deadline and not before`() async throws {
    let clock = ManualClock()
    let woken = Locked(false)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await clock.sleep(for: .seconds(2))
        woken.withLock { $0 = true }
      }
      await clock.sleepers(reaching: 1)
      #expect(clock.nextDeadline == ManualClock.Instant(offset: .seconds(2)))
      clock.advance(by: .milliseconds(1_999))
      #expect(clock.sleepers == 1)
      #expect(!woken.withLock { $0 })
      clock.advance(by: .milliseconds(1))
      #expect(clock.sleepers == 0)
      try await group.waitForAll()
    }
    #expect(woken.withLock { $0 })
    #expect(clock.now.offset == .seconds(2))
  }

  @Test func `a deadline that has passed does not sleep`() async throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(5))
    try await clock.sleep(until: ManualClock.Instant(offset: .seconds(5)))
    try await clock.sleep(for: .zero)
    #expect(clock.sleepers == 0)
  }

  @Test(arguments: [true, false])
  func `cancelling ends a sleep at once`(isBefore: Bool) async {
    let clock = ManualClock()
    await withTaskGroup(of: Bool.self) { group in
      if isBefore { group.cancelAll() }
      group.addTask {
        do { try await clock.sleep(for: .seconds(1)) } catch { return error is CancellationError }
        return false
      }
      if !isBefore {
        await clock.sleepers(reaching: 1)
        group.cancelAll()
      }
      #expect(await group.next() == true)
    }
    #expect(clock.sleepers == 0)
  }

  @Test func `the next sleeper decides how far the clock moves`() async throws {
    let clock = ManualClock()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seconds in [3, 1, 2] { group.addTask { try await clock.sleep(for: .seconds(seconds)) } }
      await clock.sleepers(reaching: 3)
      #expect(clock.advanceToNextSleeper())
      #expect(clock.now.offset == .seconds(1))
      #expect(clock.advanceToNextSleeper())
      #expect(clock.advanceToNextSleeper())
      #expect(clock.now.offset == .seconds(3))
      #expect(!clock.advanceToNextSleeper())
      try await group.waitForAll()
    }
  }

  @Test func `a clock never goes back`() {
    let clock = ManualClock()
    clock.advance(by: .seconds(-1))
    #expect(clock.now.offset == .zero)
  }
}
