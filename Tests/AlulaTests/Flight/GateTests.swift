import AlulaTesting
import Testing

@testable import Alula

@Suite struct GateTests {
  /// Tasks that wait at one gate whose only place is taken, and the order in which they got through.
  private final class Queue: Sendable {
    let gate: Gate
    let served = Locked<[String]>([])
    private let occupied = Door()

    init(order: ServingOrder = .newestFirst) { gate = Gate(width: 1, order: order) }

    /// Takes the place, runs `body` while the others queue up, then lets them through and waits for all.
    func run(
      _ waiters: [(name: String, priority: LivePriority)], then body: @Sendable ([Task<Void, Never>]) async -> Void
    ) async {
      let blocker = Task { [gate, occupied] in
        _ = try? await gate.withPlace(priority: LivePriority(.normal)) { () throws(LoadError) in await occupied.wait() }
      }
      while gate.runningCount == 0 { await Task.yield() }
      var tasks: [Task<Void, Never>] = []
      for (index, waiter) in waiters.enumerated() {
        tasks.append(
          Task { [gate, served] in
            _ = try? await gate.withPlace(priority: waiter.priority) { () throws(LoadError) in
              served.withLock { $0.append(waiter.name) }
            }
          })
        while gate.waitingCount <= index { await Task.yield() }
      }
      await body(tasks)
      occupied.open()
      await blocker.value
      for task in tasks { await task.value }
    }
  }

  @Test func `higher priority is served first, and within one priority the newest`() async {
    let queue = Queue()
    let waiters: [(String, Priority)] = [("n1", .normal), ("h1", .high), ("l1", .low), ("h2", .high), ("n2", .normal)]
    await queue.run(waiters.map { ($0.0, LivePriority($0.1)) }) { _ in }
    #expect(queue.served.withLock { $0 } == ["h2", "h1", "n2", "n1", "l1"])
  }

  @Test func `the order within one priority can be oldest first`() async {
    let queue = Queue(order: .oldestFirst)
    await queue.run(["a", "b", "c"].map { ($0, LivePriority(.normal)) }) { _ in }
    #expect(queue.served.withLock { $0 } == ["a", "b", "c"])
  }

  @Test func `a priority that changes while waiting counts as it is when a place comes free`() async {
    let queue = Queue()
    let late = LivePriority(.veryLow)
    await queue.run([("late", late), ("a", LivePriority(.normal)), ("b", LivePriority(.normal))]) { _ in
      late.set(.veryHigh)
    }
    #expect(queue.served.withLock { $0 } == ["late", "b", "a"])
  }

  @Test func `newest means asked for last, not arrived last`() async {
    let queue = Queue()
    let old = LivePriority(.normal)
    let new = LivePriority(.normal)
    await queue.run([("new", new), ("old", old)]) { _ in }
    #expect(queue.served.withLock { $0 } == ["new", "old"])
  }

  @Test func `a cancelled waiter leaves at once`() async {
    let queue = Queue()
    await queue.run(["a", "b", "c"].map { ($0, LivePriority(.normal)) }) { tasks in
      tasks[1].cancel()
      await tasks[1].value
      #expect(queue.gate.waitingCount == 2)
    }
    #expect(queue.served.withLock { $0 } == ["c", "a"])
    #expect(queue.gate.runningCount == 0)
  }

  @Test func `neither the width nor a key's width is ever passed, and every place is given back`() async {
    let gate = Gate(width: 5, widthPerKey: 2)
    let seen = Locked<(now: [String: Int], most: Int, mostOfKey: Int)>(([:], 0, 0))
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<400 {
        group.addTask {
          let key = "\(index % 4)"
          _ = try? await gate.withPlace(for: key, priority: LivePriority(.normal)) { () throws(LoadError) in
            seen.withLock { seen in
              seen.now[key, default: 0] += 1
              seen.most = max(seen.most, seen.now.values.reduce(0, +))
              seen.mostOfKey = max(seen.mostOfKey, seen.now.values.max() ?? 0)
            }
            await Task.yield()
            seen.withLock { $0.now[key, default: 0] -= 1 }
          }
        }
        if index % 7 == 0 { group.addTask { await Task.yield() } }
      }
      await Task.yield()
    }
    #expect(seen.withLock { $0.most } <= 5)
    #expect(seen.withLock { $0.mostOfKey } <= 2)
    #expect(gate.runningCount == 0 && gate.waitingCount == 0)
  }

  @Test func `a full key does not hold up the others`() async {
    let gate = Gate(width: 2, widthPerKey: 1)
    let latch = Door()
    let first = Task {
      try? await gate.withPlace(for: "a", priority: LivePriority(.normal)) { () throws(LoadError) in await latch.wait()
      }
    }
    while gate.runningCount == 0 { await Task.yield() }
    let second = Task {
      try? await gate.withPlace(for: "a", priority: LivePriority(.veryHigh)) { () throws(LoadError) in }
    }
    while gate.waitingCount == 0 { await Task.yield() }
    let passed: Bool? = try? await gate.withPlace(for: "b", priority: LivePriority(.veryLow)) { () throws(LoadError) in
      true
    }
    #expect(passed == true)
    latch.open()
    _ = await (first.value, second.value)
  }

  @Test func `what fails inside gives its place back`() async {
    let gate = Gate(width: 1)
    for _ in 0..<3 {
      await #expect(throws: LoadError.self) {
        try await gate.withPlace(priority: LivePriority(.normal)) { () throws(LoadError) in throw LoadError.cancelled }
      }
    }
    #expect(gate.runningCount == 0)
  }
}
