import Dispatch

/// What a store has to say, each kind of it once. Said on a queue: who meets the trouble holds locks.
final class StoreNotices: Sendable {
  private struct State {
    var said: [String] = []
    var kinds: Set<String> = []
    var listeners: [@Sendable (String) -> Void] = []
  }

  private let state = Locked(State())
  private let queue: DispatchQueue

  init(queue: DispatchQueue) { self.queue = queue }

  func listen(_ listener: @escaping @Sendable (String) -> Void) {
    let earlier = state.withLock { state in
      state.listeners.append(listener)
      return state.said
    }
    queue.async { for text in earlier { listener(text) } }
  }

  /// Calls the listeners, later, unless that kind was said before.
  func say(_ kind: String, _ text: String) {
    let listeners: [@Sendable (String) -> Void] = state.withLock { state in
      guard state.kinds.insert(kind).inserted else { return [] }
      state.said.append(text)
      return state.listeners
    }
    queue.async { for listener in listeners { listener(text) } }
  }

  /// What a fault means to people. What is no fault of the disk is not said.
  func say(_ fault: StoreFault) {
    switch fault.kind {
    case .full:
      say("full", "The disk cache stores nothing for now: \(fault.reason). Images load without it.")
    case .forbidden:
      say(
        "forbidden",
        "The disk cache stands aside, its directory cannot be written: \(fault.reason). Images load without it.")
    case .failing, .damaged:
      say("failing", "The disk cache stands aside: \(fault.reason). Images load without it.")
    case .busy:
      say("busy", "The disk cache was held by another process for too long; an operation was left out.")
    case .vanished:
      say("vanished", "The disk cache was removed while it was in use; it is made anew.")
    case .refused: break
    }
  }

  func sayHealed(_ fault: StoreFault) {
    say("healed", "The index of the disk cache could not be used (\(fault.reason)); the cache starts anew.")
  }
}
