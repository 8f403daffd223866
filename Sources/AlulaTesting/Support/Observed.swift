import Alula

/// A value behind a lock, and tasks that wait for facts about it.
final class Observed<Value>: Sendable {
  /// Asked under the lock, after each change: must be quick and must not call out.
  typealias Fact = @Sendable (Value) -> Bool

  private struct Waiter {
    let fact: Fact
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var value: Value
    var waiters: [Int: Waiter] = [:]
    var cancelled: Set<Int> = []
    var nextWaiter = 0
    var isClosed = false

    mutating func takeSatisfied() -> [CheckedContinuation<Bool, Never>] {
      guard !waiters.isEmpty else { return [] }
      let ready = waiters.filter { $0.value.fact(value) }.sorted { $0.key < $1.key }
      for (id, _) in ready { waiters[id] = nil }
      return ready.map(\.value.continuation)
    }
  }

  private let state: Locked<State>

  init(_ value: sending Value) { state = Locked(State(value: value)) }

  func read<Result>(_ body: (Value) -> Result) -> Result { state.withLock { body($0.value) } }

  /// Changes the value, then wakes those whose fact came true.
  @discardableResult
  func write<Result>(_ body: (inout Value) -> Result) -> Result {
    let (result, ready) = state.withLock { state in
      let result = body(&state.value)
      return (result, state.takeSatisfied())
    }
    for waiter in ready { waiter.resume(returning: true) }
    return result
  }

  /// Waits until `fact` is true. False when the task is cancelled, or `close` is called, first.
  func wait(until fact: @escaping Fact) async -> Bool {
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    let isTrue = await withTaskCancellationHandler {
      await withCheckedContinuation { add(Waiter(fact: fact, continuation: $0), id) }
    } onCancel: {
      cancel(id)
    }
    state.withLock { state in _ = state.cancelled.remove(id) }
    return isTrue
  }

  /// Ends every wait, now and later.
  func close() {
    let left = state.withLock { state in
      state.isClosed = true
      defer { state.waiters = [:] }
      return state.waiters.sorted { $0.key < $1.key }.map(\.value.continuation)
    }
    for waiter in left { waiter.resume(returning: false) }
  }

  private func add(_ waiter: Waiter, _ id: Int) {
    let answer = state.withLock { state -> Bool? in
      if waiter.fact(state.value) { return true }
      if state.cancelled.contains(id) || state.isClosed { return false }
      state.waiters[id] = waiter
      return nil
    }
    if let answer { waiter.continuation.resume(returning: answer) }
  }

  private func cancel(_ id: Int) {
    let waiter = state.withLock { state in
      state.cancelled.insert(id)
      return state.waiters.removeValue(forKey: id)
    }
    waiter?.continuation.resume(returning: false)
  }
}
