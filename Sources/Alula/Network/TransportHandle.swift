/// The caller's hold on one transfer: cancel it, acknowledge bytes. Any thread. Made before the transfer starts, so no
/// call can come too early: what is said before `bind` is kept and passed on.
public final class TransportHandle: Sendable {
  private struct State {
    var isCancelled = false
    var consumed = 0
    var cancel: (@Sendable () -> Void)?
    var consume: (@Sendable (Int) -> Void)?
  }

  private let state = Locked(State())

  /// A handle for one transfer that has not started.
  public init() {}

  /// Whether `cancel` was called.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Ends the transfer. The receiver still hears its one end. Later calls do nothing.
  public func cancel() {
    let action = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.isCancelled else { return nil }
      state.isCancelled = true
      return state.cancel
    }
    action?()
  }

  /// Says that `count` more body bytes have been dealt with.
  public func consumed(_ count: Int) {
    let action = state.withLock { state -> (@Sendable (Int) -> Void)? in
      if state.consume == nil {
        let (sum, overflow) = state.consumed.addingReportingOverflow(max(0, count))
        state.consumed = overflow ? .max : sum
      }
      return state.consume
    }
    action?(count)
  }

  /// For transports: what cancelling and acknowledging do. Called once, inside `start`.
  public func bind(cancel: @escaping @Sendable () -> Void, consumed: @escaping @Sendable (Int) -> Void) {
    let early = state.withLock { state -> (isCancelled: Bool, consumed: Int) in
      state.cancel = cancel
      state.consume = consumed
      return (state.isCancelled, state.consumed)
    }
    if early.consumed > 0 { consumed(early.consumed) }
    if early.isCancelled { cancel() }
  }

  /// For transports: lets go of what `bind` holds, at the end of the transfer.
  public func unbind() {
    state.withLock { state in
      state.cancel = {}
      state.consume = { _ in }
    }
  }
}
