/// What one decode costs the budget. Its decoder says how much that is once it has read the header; when it does not fit, the decode
/// leaves its thread and comes back when there is room for it.
final class MemoryGrant: Sendable {
  /// Of the decode that runs on this thread.
  @TaskLocal static var current: MemoryGrant?

  private struct State {
    var granted = 0
    /// What there was no room for.
    var refused: Int?
    var isRunning = false
  }

  private let budget: MemoryBudget
  private let priority: LivePriority
  private let state = Locked(State())

  init(_ budget: MemoryBudget, _ priority: LivePriority) {
    self.budget = budget
    self.priority = priority
  }

  deinit { giveBack() }

  /// A thread begins with it.
  func begin() {
    let isFirst = state.withLock { state in
      defer {
        state.isRunning = true
        state.refused = nil
      }
      return !state.isRunning
    }
    if isFirst { budget.runs(true) }
  }

  /// Takes `need` bytes in all. `false`: there is no room, and the decode has to end.
  func raise(to need: Int) -> Bool {
    let granted = state.withLock { $0.granted }
    guard need > granted else { return true }
    let isGranted = budget.take(need - granted, .decode, priority.current)
    state.withLock { state in
      if isGranted { state.granted = need } else { state.refused = max(state.refused ?? 0, need) }
    }
    return isGranted
  }

  /// Whether it ended for want of room.
  var isRefused: Bool { state.withLock { $0.refused != nil } }

  /// Everything back, and no longer running.
  func giveBack() {
    let left = state.withLock { state in
      defer {
        state.granted = 0
        state.isRunning = false
      }
      return (granted: state.granted, isRunning: state.isRunning)
    }
    if left.granted > 0 { budget.count(-left.granted, .decode) }
    if left.isRunning { budget.runs(false) }
  }

  /// Waits until there is room for what was refused, and takes it.
  /// - Throws: `.cancelled`, at once, when the task is cancelled.
  func waitForRoom() async throws(LoadError) {
    guard let need = state.withLock({ $0.refused }) else { return }
    giveBack()
    let waiting = Locked<MemoryWaiter?>(nil)
    // A higher priority may let pictures go.
    let observer = priority.observe { [budget] in budget.settle() }
    defer { priority.removeObserver(observer) }
    let isAdmitted = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
        // Resumed by whoever takes the waiter off the table: the budget, or a cancellation.
        let waiter = MemoryWaiter(
          need: need, .decode, priority, action: { continuation.resume(returning: true) },
          onLeaving: { continuation.resume(returning: false) })
        waiting.withLock { $0 = waiter }
        budget.wait(waiter)
        if Task.isCancelled { budget.leave(waiter) }
      }
    } onCancel: {
      if let waiter = waiting.withLock({ $0 }) { budget.leave(waiter) }
    }
    guard isAdmitted else { throw .cancelled }
    state.withLock { state in
      state.granted = need
      state.isRunning = true
    }
  }
}
