import Alula

/// A door that a test opens. A response waits behind it, so that a test needs no sleeps.
///
/// Starts closed, opens once, stays open. Any thread.
public final class Latch: Sendable {
  private struct State {
    var isOpen = false
    var observers: [@Sendable () -> Void] = []
  }

  private let state = Locked(State())

  /// A closed latch.
  public init() {}

  /// Whether `open` was called.
  public var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Lets everything through that waits, now and later. Further calls do nothing.
  public func open() {
    let observers = state.withLock { state in
      state.isOpen = true
      defer { state.observers = [] }
      return state.observers
    }
    for observer in observers { observer() }
  }

  /// Calls `action` when the latch opens, or at once when it is open.
  func whenOpen(_ action: @escaping @Sendable () -> Void) {
    let isOpen = state.withLock { state in
      if !state.isOpen { state.observers.append(action) }
      return state.isOpen
    }
    if isOpen { action() }
  }
}
