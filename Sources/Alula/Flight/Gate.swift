/// Lets a limited number of tasks through at once, in all and for each key. Who waits is served by priority, as it is at
/// that moment, and within one priority what was asked for last (or first), however long it took to come here.
///
/// Cost: one pass over those who wait whenever a place comes free.
final class Gate: Sendable {
  private struct Entrant {
    let key: String
    let priority: LivePriority
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var running = 0
    var runningByKey: [String: Int] = [:]
    var waiting: [(ticket: Ticket, entrant: Entrant)] = []
  }

  private final class Ticket: Sendable {
    let isCancelled = Locked(false)
  }

  let width: Int
  let widthPerKey: Int
  let order: ServingOrder
  private let isOpen: @Sendable (Priority) -> Bool
  private let state = Locked(State())

  /// Widths below 1 count as 1.
  /// - Parameter isOpen: whether somebody of that priority may enter now, besides there being a place; not asked while nobody is inside.
  ///   When the answer changes, `reconsider()` is called.
  init(
    width: Int, widthPerKey: Int = .max, order: ServingOrder = .newestFirst,
    isOpen: @escaping @Sendable (Priority) -> Bool = { _ in true }
  ) {
    self.isOpen = isOpen
    self.width = max(1, width)
    self.widthPerKey = max(1, widthPerKey)
    self.order = order
  }

  /// How many are inside now.
  var runningCount: Int { state.withLock { $0.running } }

  /// How many wait now.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Runs `body` once there is a place, and gives the place back when it ends.
  /// - Throws: `.cancelled`, at once, when the task is or becomes cancelled while it waits; and what `body` throws.
  func withPlace<Value: Sendable>(
    for key: String = "", priority: LivePriority, _ body: () async throws(LoadError) -> Value
  ) async throws(LoadError) -> Value {
    guard await enter(key, priority) else { throw .cancelled }
    defer { release(key) }
    return try await body()
  }

  private func enter(_ key: String, _ priority: LivePriority) async -> Bool {
    let ticket = Ticket()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer = state.withLock { state -> Bool? in
          if ticket.isCancelled.withLock({ $0 }) { return false }
          if hasRoom(for: key, state), mayEnter(priority, state) {
            take(key, &state)
            return true
          }
          state.waiting.append((ticket, Entrant(key: key, priority: priority, continuation: continuation)))
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      leave(ticket)
    }
  }

  private func release(_ key: String) {
    let admitted = state.withLock { state -> [Entrant] in
      state.running -= 1
      let left = (state.runningByKey[key] ?? 1) - 1
      state.runningByKey[key] = left == 0 ? nil : left
      return admitWaiting(&state)
    }
    for entrant in admitted { entrant.continuation.resume(returning: true) }
  }

  /// Who waits may enter now.
  func reconsider() {
    let admitted = state.withLock { admitWaiting(&$0) }
    for entrant in admitted { entrant.continuation.resume(returning: true) }
  }

  private func leave(_ ticket: Ticket) {
    let entrant = state.withLock { state -> Entrant? in
      ticket.isCancelled.withLock { $0 = true }
      guard let index = state.waiting.firstIndex(where: { $0.ticket === ticket }) else { return nil }
      return state.waiting.remove(at: index).entrant
    }
    entrant?.continuation.resume(returning: false)
  }

  private func admitWaiting(_ state: inout State) -> [Entrant] {
    var admitted: [Entrant] = []
    while state.running < width, let index = next(in: state) {
      let entrant = state.waiting.remove(at: index).entrant
      take(entrant.key, &state)
      admitted.append(entrant)
    }
    return admitted
  }

  /// The one to serve next: the highest priority among those whose key has room, then by when it was asked for.
  private func next(in state: State) -> Int? {
    var best: (index: Int, rank: Rank)?
    for index in state.waiting.indices {
      let entrant = state.waiting[index].entrant
      guard hasRoom(for: entrant.key, state) else { continue }
      let rank = entrant.priority.rank
      if let found = best, !order.puts(rank, before: found.rank) { continue }
      best = (index, rank)
    }
    // Those after it are not more urgent, and would be refused too.
    guard let best, mayEnter(state.waiting[best.index].entrant.priority, state) else { return nil }
    return best.index
  }

  private func mayEnter(_ priority: LivePriority, _ state: State) -> Bool {
    state.running == 0 || isOpen(priority.current)
  }

  private func hasRoom(for key: String, _ state: State) -> Bool {
    state.running < width && (state.runningByKey[key] ?? 0) < widthPerKey
  }

  private func take(_ key: String, _ state: inout State) {
    state.running += 1
    state.runningByKey[key, default: 0] += 1
  }
}

/// Who is served first among those of one priority.
public enum ServingOrder: Hashable, Sendable {
  /// What a person scrolled to last is what they look at.
  case newestFirst
  case oldestFirst
}

extension ServingOrder {
  /// The higher priority, and within one priority what was asked for last, or first.
  func puts(_ rank: Rank, before other: Rank) -> Bool {
    guard rank.priority == other.priority else { return rank.priority > other.priority }
    return self == .newestFirst ? rank.number > other.number : rank.number < other.number
  }
}
