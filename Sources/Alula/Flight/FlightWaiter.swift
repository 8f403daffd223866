/// One caller waiting for a flight. Ends exactly once: with the flight's outcome, or cancelled.
final class FlightWaiter<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, LoadError>

  private enum State {
    case waiting(whenEnded: (@Sendable (Outcome) -> Void)?)
    case ended(Outcome)
  }

  let priority: LivePriority
  /// `nil` for who wants no previews.
  let previews: PreviewWish<Value>?
  private let onProgress: (@Sendable (BodyProgress) -> Void)?
  private let state: Locked<State> = Locked(.waiting(whenEnded: nil))

  init(
    priority: LivePriority, previews: PreviewWish<Value>? = nil, onProgress: (@Sendable (BodyProgress) -> Void)? = nil
  ) {
    self.priority = priority
    self.previews = previews
    self.onProgress = onProgress
  }

  var hasEnded: Bool {
    state.withLock { if case .ended = $0 { true } else { false } }
  }

  /// Sets what to do at the end; done at once when the end has come already. Called once.
  func whenEnded(_ action: @escaping @Sendable (Outcome) -> Void) {
    let outcome = state.withLock { state -> Outcome? in
      if case .ended(let outcome) = state { return outcome }
      state = .waiting(whenEnded: action)
      return nil
    }
    if let outcome { action(outcome) }
  }

  /// Ends the wait; `false` when it had ended before.
  @discardableResult func end(_ outcome: Outcome) -> Bool {
    let action = state.withLock { state -> (isFirst: Bool, run: (@Sendable (Outcome) -> Void)?) in
      guard case .waiting(let whenEnded) = state else { return (false, nil) }
      state = .ended(outcome)
      return (true, whenEnded)
    }
    action.run?(outcome)
    return action.isFirst
  }

  func report(_ progress: BodyProgress) {
    guard !hasEnded else { return }
    onProgress?(progress)
  }

  func report(preview: Value) {
    guard let previews, !hasEnded else { return }
    previews.receive(preview)
  }
}
