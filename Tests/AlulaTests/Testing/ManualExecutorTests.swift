import Alula
import AlulaTesting
import Testing

@Suite struct ManualExecutorTests {
  struct Oops: Error {}

  private actor Log {
    private(set) var lines: [Int] = []
    func add(_ line: Int) { lines.append(line) }
  }

  /// Ten tasks that yield, sleep and meet in an actor.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func order(seed: UInt64?) throws -> [Int] {
    let clock = ManualClock()
    return try ManualExecutor(seed: seed).run(clock: clock) {
      let log = Log()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<10 {
          group.addTask {
            await log.add(number)
            await Task.yield()
            try await clock.sleep(for: .milliseconds(number % 3))
            await log.add(number + 100)
            await Task.yield()
            await log.add(number + 200)
          }
        }
        try await group.waitForAll()
      }
      return await log.lines
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `two runs of one seed have the same order, for 200 seeds`() throws {
    var orders: Set<[Int]> = []
    for seed in 0..<200 {
      let order = try Self.order(seed: UInt64(seed))
      #expect(try Self.order(seed: UInt64(seed)) == order)
      #expect(order.count == 30)
      orders.insert(order)
    }
    #expect(orders.count > 150, "seeds hardly change the order")
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `without a seed jobs run in the order they came`() throws {
    let order = try Self.order(seed: nil)
    #expect(order.prefix(10) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    for _ in 0..<20 { #expect(try Self.order(seed: nil) == order) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `nothing runs before it is told to`() {
    let executor = ManualExecutor()
    let ran = Locked<[Int]>([])
    for number in 0..<3 { executor.enqueue { ran.withLock { $0.append(number) } } }
    #expect(executor.pending == 3)
    #expect(ran.withLock { $0 } == [])
    #expect(executor.step())
    #expect(ran.withLock { $0 } == [0])
    #expect(executor.drain() == 2)
    #expect(!executor.step())
    #expect(ran.withLock { $0 } == [0, 1, 2])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a drain has a limit against jobs that never end`() {
    let executor = ManualExecutor()
    @Sendable func again() { executor.enqueue { again() } }
    again()
    #expect(executor.drain(limit: 1_000) == 1_000)
    #expect(executor.pending == 1)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `jobs from other threads are all taken`() throws {
    let executor = ManualExecutor()
    let ran = Locked(0)
    let threads = try (0..<8).map { _ in
      try ClientThread {
        for _ in 0..<500 { executor.enqueue { ran.withLock { $0 += 1 } } }
      }
    }
    for thread in threads { thread.join() }
    #expect(executor.drain() == 4_000)
    #expect(ran.withLock { $0 } == 4_000)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `run gives back the value or the error of its body`() throws {
    #expect(try ManualExecutor().run { 42 } == 42)
    #expect(throws: Oops.self) { try ManualExecutor().run { throw Oops() } }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a body that waits for what will not come stalls and is cancelled`() {
    let clock = ManualClock()
    #expect(throws: ManualExecutor.Stalled.self) {
      try ManualExecutor().run { try await clock.sleep(for: .seconds(1)) }
    }
    #expect(clock.sleepers == 0)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `an hour of the clock passes in no time`() throws {
    let clock = ManualClock()
    try ManualExecutor().run(clock: clock) {
      for _ in 0..<60 { try await clock.sleep(for: .seconds(60)) }
    }
    #expect(clock.now.offset == .seconds(3_600))
  }
}
