/// A priority that changes while work waits. What waits reads `current` when it matters; what must act on a change observes.
final class LivePriority: Sendable {
  private struct State {
    var current: Priority
    var observers: [Int: @Sendable () -> Void] = [:]
    var nextObserver = 0
  }

  private let state: Locked<State>

  init(_ priority: Priority) { state = Locked(State(current: priority)) }

  var current: Priority { state.withLock { $0.current } }

  /// Sets the priority and, when it differs, calls the observers on this thread.
  func set(_ priority: Priority) {
    let observers = state.withLock { state -> [@Sendable () -> Void] in
      guard state.current != priority else { return [] }
      state.current = priority
      return Array(state.observers.values)
    }
    for observer in observers { observer() }
  }

  /// Calls `observer` after each change, until `removeObserver`. The observer reads `current` itself.
  func observe(_ observer: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.nextObserver += 1
      state.observers[state.nextObserver] = observer
      return state.nextObserver
    }
  }

  func removeObserver(_ id: Int) {
    _ = state.withLock { $0.observers.removeValue(forKey: id) }
  }
}
