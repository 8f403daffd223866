import Dispatch

/// What a store has to say, each kind of it once. Said on a queue: who meets the trouble holds locks.
final class StoreNotices: Sendable {
  private struct State {
    var said: [StoreNotice] = []
    var kinds: Set<String> = []
    var listeners: [@Sendable (StoreNotice) -> Void] = []
  }

  private let state = Locked(State())
  private let queue: DispatchQueue

  init(queue: DispatchQueue) { self.queue = queue }

  func listen(_ listener: @escaping @Sendable (StoreNotice) -> Void) {
    let earlier = state.withLock { state in
      state.listeners.append(listener)
      return state.said
    }
    queue.async { for notice in earlier { listener(notice) } }
  }

  /// Calls the listeners, later, unless that kind was said before.
  func say(_ kind: String, _ text: String, meaning: String = "") {
    let notice = StoreNotice(text: text, meaning: meaning)
    let listeners: [@Sendable (StoreNotice) -> Void] = state.withLock { state in
      guard state.kinds.insert(kind).inserted else { return [] }
      state.said.append(notice)
      return state.listeners
    }
    queue.async { for listener in listeners { listener(notice) } }
  }

  /// What a fault means to people. What is no fault of the disk is not said.
  func say(_ fault: StoreFault) {
    switch fault.kind {
    case .full: say("full", Self.text(fault), meaning: " Images load without it.")
    case .forbidden: say("forbidden", Self.text(fault), meaning: " Images load without it.")
    case .foreign: say("foreign", Self.text(fault), meaning: " Images load without it.")
    case .failing, .damaged: say("failing", Self.text(fault), meaning: " Images load without it.")
    case .busy: say("busy", Self.text(fault), meaning: " For up to 30 seconds it is not waited for again.")
    case .vanished: say("vanished", Self.text(fault))
    case .refused: break
    }
  }

  /// A sentence.
  static func text(_ fault: StoreFault) -> String {
    switch fault.kind {
    case .full: "The disk cache stores nothing for now: \(fault.reason)."
    case .forbidden: "The disk cache stands aside, its directory cannot be used: \(fault.reason)."
    case .foreign, .failing: "The disk cache stands aside: \(fault.reason)."
    case .damaged: "The disk cache stands aside, its index is damaged: \(fault.reason)."
    case .busy: "The cache is busy: another process holds it."
    case .vanished: "The disk cache was removed while it was in use; it is made anew."
    case .refused: "The disk cache refused it: \(fault.reason)."
    }
  }

  func sayHealed(_ fault: StoreFault) {
    say("healed", "The index of the disk cache could not be used (\(fault.reason)); the cache starts anew.")
  }

  /// Bodies without an entry that the system does not let us remove.
  func sayStuck(_ count: Int) { say("stuck", Self.textOfStuck(count)) }

  static func textOfStuck(_ count: Int) -> String {
    "\(count == 1 ? "1 file" : "\(count) files") of the disk cache could not be deleted."
  }
}

/// Something that a store has to say.
struct StoreNotice: Sendable {
  let text: String
  /// What that means to who loads images; a sentence more, or nothing.
  let meaning: String

  var forPrograms: String { text + meaning }
}
