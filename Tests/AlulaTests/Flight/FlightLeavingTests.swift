import Foundation
import Testing

@testable import Alula

/// Flights that nobody can join any more.
@Suite struct FlightLeavingTests {
  private static func join(
    _ flights: Flights<String, Int>, _ waiter: FlightWaiter<Int>, then work: @escaping Flights<String, Int>.Work
  ) async {
    let started = Door()
    flights.join("a", waiter) { context throws(LoadError) in
      started.open()
      return try await work(context)
    }
    await started.wait()
  }

  private static func end(of waiter: FlightWaiter<Int>) async {
    await withCheckedContinuation { continuation in waiter.whenEnded { _ in continuation.resume() } }
  }

  /// It cannot be detached after it has left the table, so that a picture of before an `invalidate` would be kept.
  @Test func `what comes after everybody has left is not kept`() async {
    let flights = Flights<String, Int>(scheduling: .standard)
    let waiter = FlightWaiter<Int>(priority: LivePriority(.normal))
    let (go, done, isKept) = (Door(), Door(), Locked(false))
    await Self.join(flights, waiter) { context throws(LoadError) in
      await go.wait()
      context.ifCurrent { isKept.withLock { $0 = true } }
      done.open()
      return 1
    }
    flights.cancel(waiter, of: "a")
    flights.detach { _ in true }
    go.open()
    await done.wait()
    #expect(!isKept.withLock { $0 })
  }

  @Test func `a detached flight follows the priority of its waiters`() async {
    let flights = Flights<String, Int>(scheduling: .standard)
    let waiter = FlightWaiter<Int>(priority: LivePriority(.low))
    let (go, seen) = (Door(), Locked<Priority?>(nil))
    await Self.join(flights, waiter) { context throws(LoadError) in
      await go.wait()
      seen.withLock { $0 = context.priority.current }
      return 1
    }
    flights.detach { _ in true }
    waiter.priority.set(.high)
    go.open()
    await Self.end(of: waiter)
    #expect(seen.withLock { $0 } == .high)
  }
}
