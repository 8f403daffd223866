/// Where work stands among other work: its priority, and when it was asked for. Both can rise and fall while it waits.
struct Rank: Hashable, Sendable {
  var priority: Priority
  /// Counts everything that was asked for in this process; larger is newer.
  var number: Int
}

/// A rank that changes while work waits. What waits reads `current` when it matters; what must act on a change observes.
final class LivePriority: Sendable {
  private struct State {
    var current: Rank
    var observers: [Int: @Sendable () -> Void] = [:]
    var nextObserver = 0
  }

  private static let asked = Locked(0)
  private let state: Locked<State>

  init(_ rank: Rank) { state = Locked(State(current: rank)) }

  /// The rank of something that is asked for now.
  convenience init(_ priority: Priority) {
    let number = Self.asked.withLock { asked in
      asked += 1
      return asked
    }
    self.init(Rank(priority: priority, number: number))
  }

  var rank: Rank { state.withLock { $0.current } }
  var current: Priority { rank.priority }

  /// Sets the priority and, when it differs, calls the observers on this thread.
  func set(_ priority: Priority) { set(Rank(priority: priority, number: rank.number)) }

  /// Sets the rank and, when it differs, calls the observers on this thread.
  func set(_ rank: Rank) {
    let observers = state.withLock { state -> [@Sendable () -> Void] in
      guard state.current != rank else { return [] }
      state.current = rank
      return Array(state.observers.values)
    }
    for observer in observers { observer() }
  }

  /// Calls `observer` after each change, until `removeObserver`. The observer reads `rank` itself.
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
