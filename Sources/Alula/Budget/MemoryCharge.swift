/// What one body costs the budget, from its first byte until nobody decodes it any more. Any thread; given back when it is released.
final class MemoryCharge: Sendable {
  private struct State {
    /// Counted against the budget.
    var counted = 0
    /// Whether a transfer for it is on.
    var isRunning = false
    var waiter: MemoryWaiter?
    var observer: Int?
    var heldSince: ContinuousClock.Instant?
    var held = Duration.zero
  }

  private let budget: MemoryBudget
  private let priority: LivePriority
  private let state = Locked(State())

  /// Bodies are counted in steps of this size while they come, so that not every packet asks.
  static let step = 64 * 1024

  init(_ budget: MemoryBudget, _ priority: LivePriority) {
    self.budget = budget
    self.priority = priority
  }

  deinit {
    let counted = state.withLock { $0.counted }
    if counted > 0 { budget.count(-counted, .body) }
  }

  /// The body has so many bytes, whether there is room or not.
  func set(to bytes: Int) {
    let change = state.withLock { state in
      defer { state.counted = bytes }
      return bytes - state.counted
    }
    if change != 0 { budget.count(change, .body) }
  }

  // MARK: A transfer

  /// A transfer begins, which has so many bytes from an earlier one.
  func begin(with bytes: Int) {
    set(to: bytes)
    state.withLock { $0.isRunning = true }
    budget.runs(true)
  }

  /// The body will have so many bytes: it begins once there is room for them.
  /// - Returns: whether it may begin now; if not, `goOn` is called when it may, unless the transfer ends before.
  func reserve(_ bytes: Int, goOn: @escaping @Sendable () -> Void) -> Bool {
    let counted = state.withLock { $0.counted }
    guard bytes > counted else { return true }
    if budget.take(bytes - counted, .body, priority.current) {
      state.withLock { $0.counted = bytes }
      return true
    }
    return !holdBack(need: bytes - counted, goOn)
  }

  /// The body has grown to `bytes`.
  /// - Returns: whether more may come at once; if not, `goOn` is called when it may, unless the transfer ends before.
  func grow(to bytes: Int, goOn: @escaping @Sendable () -> Void) -> Bool {
    let change = state.withLock { state -> Int in
      // What comes while it waits for room is little, and part of what it waits for.
      guard bytes > state.counted, state.waiter == nil else { return 0 }
      let (more, isBeyond) = bytes.addingReportingOverflow(Self.step)
      let counted = isBeyond ? bytes : more
      defer { state.counted = counted }
      return counted - state.counted
    }
    guard change > 0 else { return !isHeldBack }
    budget.count(change, .body)
    return budget.hasRoom(priority.current) || !holdBack(need: 0, goOn)
  }

  /// The transfer is over.
  /// - Returns: how long it was held back.
  @discardableResult func end() -> Duration {
    let left = state.withLock { state in
      defer {
        state.waiter = nil
        state.observer = nil
        state.isRunning = false
      }
      return (waiter: state.waiter, observer: state.observer, isRunning: state.isRunning)
    }
    if let observer = left.observer { priority.removeObserver(observer) }
    // Who waits does not run; who was let on between counts as running.
    let isRunning = left.waiter.map { !budget.leave($0) } ?? left.isRunning
    if isRunning { budget.runs(false) }
    return state.withLock { state in
      if let since = state.heldSince { state.held += ContinuousClock.now - since }
      state.heldSince = nil
      defer { state.held = .zero }
      return state.held
    }
  }

  private var isHeldBack: Bool { state.withLock { $0.waiter != nil } }

  /// `false` when the transfer is over.
  private func holdBack(need: Int, _ goOn: @escaping @Sendable () -> Void) -> Bool {
    let waiter = MemoryWaiter(need: need, .body, priority) { [weak self, weak budget] in
      if let self { letOn(with: need) } else { budget?.count(-need, .body) }
      goOn()
    }
    // A higher priority may let pictures go.
    let observer = priority.observe { [weak budget] in budget?.settle() }
    let isHeld = state.withLock { state in
      guard state.isRunning else { return false }
      state.waiter = waiter
      state.observer = observer
      state.heldSince = .now
      return true
    }
    guard isHeld else {
      priority.removeObserver(observer)
      return false
    }
    budget.wait(waiter)
    budget.runs(false)
    return true
  }

  private func letOn(with bytes: Int) {
    let observer = state.withLock { state in
      state.waiter = nil
      state.counted += bytes
      if let since = state.heldSince { state.held += ContinuousClock.now - since }
      state.heldSince = nil
      defer { state.observer = nil }
      return state.observer
    }
    if let observer { priority.removeObserver(observer) }
  }
}
