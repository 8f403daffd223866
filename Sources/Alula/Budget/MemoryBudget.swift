/// One allowance of bytes for everything that a pipeline holds: bodies on their way to a decoder, running decodes, the pictures of its
/// memory cache.
///
/// What is more urgent than low priority lets pictures of the cache go to make room; what is not waits. What still does not fit waits for
/// what runs. When nothing runs, the most urgent goes on whatever it takes, so that the pipeline never stands still.
final class MemoryBudget: Sendable {
  enum Kind: Hashable, Sendable {
    case body, decode
  }

  struct State {
    var bodies = 0
    var decodes = 0
    var peak = 0
    /// Charges whose work goes on: transfers that are not held back, decodes.
    var running = 0
    var waiting: [ObjectIdentifier: MemoryWaiter] = [:]
    /// Somebody was turned away at a gate since there was no room.
    var hasTurnedAway = false
  }

  let limit: Int
  private let cache: MemoryCache
  private let order: ServingOrder
  private let state = Locked(State())
  private let onRoom = Locked<@Sendable () -> Void>({})

  init(limit: ByteCount, cache: MemoryCache, order: ServingOrder) {
    self.limit = max(0, limit.bytes)
    self.cache = cache
    self.order = order
  }

  /// Called when there is room again for who was turned away by `isOpen(to:)`.
  func whenRoom(_ action: @escaping @Sendable () -> Void) { onRoom.withLock { $0 = action } }

  /// What is held now.
  var use: MemoryUse {
    let (bodies, decodes, peak) = state.withLock { ($0.bodies, $0.decodes, $0.peak) }
    let pictures = cache.statistics.cost
    return MemoryUse(
      bodies: ByteCount(bodies), decodes: ByteCount(decodes), pictures: pictures,
      peak: ByteCount(max(peak, bodies + decodes + pictures.bytes)), limit: ByteCount(limit))
  }

  /// Whether something new may begin: nothing while bodies and decodes take all, and what has low priority not while pictures take the rest.
  func isOpen(to priority: Priority) -> Bool {
    // A body of low priority begins where there is room for a small one.
    let others = priority > .low ? 0 : cache.cost + MemoryCharge.step
    return state.withLock { state in
      let isOpen = state.held + others < limit
      if !isOpen { state.hasTurnedAway = true }
      return isOpen
    }
  }

  // MARK: For charges

  /// Counts `change` bytes more, or fewer, whether there is room or not.
  func count(_ change: Int, _ kind: Kind) {
    let pictures = cache.cost
    state.withLock { $0.add(change, kind, pictures: pictures) }
    if change < 0 { settle() }
  }

  /// Counts `bytes` more if there is room, or if room can be made.
  func take(_ bytes: Int, _ kind: Kind, _ priority: Priority) -> Bool {
    state.withLock { state in
      guard makeRoom(bytes, priority, state) else { return false }
      state.add(bytes, kind, pictures: cache.cost)
      return true
    }
  }

  /// Whether what is held, bodies that came already included, is within the limit; room is made.
  @discardableResult func hasRoom(_ priority: Priority) -> Bool { state.withLock { makeRoom(0, priority, $0) } }

  /// Work of a charge begins, or goes on; or ends, or is held back.
  func runs(_ isRunning: Bool) {
    state.withLock { $0.running += isRunning ? 1 : -1 }
    if !isRunning { settle() }
  }

  /// Calls `waiter` once there is room for it; it counts as running then.
  func wait(_ waiter: MemoryWaiter) {
    state.withLock { $0.waiting[ObjectIdentifier(waiter)] = waiter }
    settle()
  }

  /// `false` when it was called already, or never waited.
  @discardableResult func leave(_ waiter: MemoryWaiter) -> Bool {
    guard state.withLock({ $0.waiting.removeValue(forKey: ObjectIdentifier(waiter)) != nil }) else { return false }
    waiter.onLeaving()
    settle()
    return true
  }

  /// Lets on who may go on now, the most urgent first.
  func settle() {
    guard state.withLock({ !$0.waiting.isEmpty || $0.hasTurnedAway }) else { return }
    while let waiter = state.withLock({ admitNext(&$0) }) { waiter.action() }
    let isOpen = state.withLock { state in
      guard state.hasTurnedAway, state.held < limit else { return false }
      state.hasTurnedAway = false
      return true
    }
    if isOpen { onRoom.withLock { $0 }() }
  }

  private func admitNext(_ state: inout State) -> MemoryWaiter? {
    guard var next = mostUrgent(state.waiting.values) else { return nil }
    if !makeRoom(next.need, next.priority.current, state) {
      guard state.running == 0 else { return nil }
      // Nothing that runs will make room: pictures go whoever asks, and it may be too little. A decode lets a body go, so it is first.
      next = mostUrgent(state.waiting.values.lazy.filter { $0.kind == .decode }) ?? next
      cache.trim(to: ByteCount(max(0, limit - state.held - min(next.need, limit))))
    }
    state.waiting[ObjectIdentifier(next)] = nil
    state.running += 1
    state.add(next.need, next.kind, pictures: cache.cost)
    return next
  }

  private func mostUrgent(_ waiting: some Sequence<MemoryWaiter>) -> MemoryWaiter? {
    var best: (waiter: MemoryWaiter, rank: Rank)?
    for waiter in waiting {
      let rank = waiter.priority.rank
      if let found = best, !isBefore(waiter, rank, found.waiter, found.rank) { continue }
      best = (waiter, rank)
    }
    return best?.waiter
  }

  /// Within one priority what is there already is decoded before more of it comes.
  private func isBefore(_ waiter: MemoryWaiter, _ rank: Rank, _ other: MemoryWaiter, _ otherRank: Rank) -> Bool {
    if rank.priority == otherRank.priority, waiter.kind != other.kind { return waiter.kind == .decode }
    return order.puts(rank, before: otherRank)
  }

  private func makeRoom(_ bytes: Int, _ priority: Priority, _ state: State) -> Bool {
    let (sum, isBeyond) = state.held.addingReportingOverflow(bytes)
    guard !isBeyond, sum <= limit else { return false }
    if sum + cache.cost <= limit { return true }
    guard priority > .low else { return false }
    cache.trim(to: ByteCount(limit - sum))
    return true
  }
}

extension MemoryBudget.State {
  var held: Int { bodies + decodes }

  fileprivate mutating func add(_ change: Int, _ kind: MemoryBudget.Kind, pictures: Int) {
    switch kind {
    case .body: bodies += change
    case .decode: decodes += change
    }
    peak = max(peak, held + pictures)
  }
}

/// Somebody who waits for room.
final class MemoryWaiter: Sendable {
  /// Bytes that are counted when it goes on; 0 for what came already.
  let need: Int
  let kind: MemoryBudget.Kind
  let priority: LivePriority
  /// Called once: this when it goes on, or the other when it left before.
  let action: @Sendable () -> Void
  let onLeaving: @Sendable () -> Void

  init(
    need: Int, _ kind: MemoryBudget.Kind, _ priority: LivePriority, action: @escaping @Sendable () -> Void,
    onLeaving: @escaping @Sendable () -> Void = {}
  ) {
    self.onLeaving = onLeaving
    self.need = need
    self.kind = kind
    self.priority = priority
    self.action = action
  }
}
