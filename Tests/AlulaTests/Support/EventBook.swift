@testable import Alula

/// Keeps every event, and lets tests wait for one.
final class EventBook: PipelineObserver {
  private struct Waiter {
    let isThere: @Sendable ([PipelineEvent]) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var events: [PipelineEvent] = []
    var waiters: [Waiter] = []

    mutating func takeReady() -> [CheckedContinuation<Void, Never>] {
      let ready = waiters.filter { $0.isThere(events) }
      waiters.removeAll { $0.isThere(events) }
      return ready.map(\.continuation)
    }
  }

  private let state = Locked(State())

  var events: [PipelineEvent] { state.withLock { $0.events } }

  func kinds(of number: Int) -> [PipelineEvent.Kind] { events.filter { $0.number == number }.map(\.kind) }

  func count(_ matches: (PipelineEvent.Kind) -> Bool) -> Int { events.count { matches($0.kind) } }

  func observe(_ event: PipelineEvent) {
    let ready = state.withLock { state in
      state.events.append(event)
      return state.takeReady()
    }
    for continuation in ready { continuation.resume() }
  }

  /// Returns once `count` events matched.
  func until(_ count: Int = 1, _ matches: @escaping @Sendable (PipelineEvent.Kind) -> Bool) async {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state in
        state.waiters.append(
          Waiter(isThere: { events in events.count { matches($0.kind) } >= count }, continuation: continuation))
        return state.takeReady()
      }
      for continuation in ready { continuation.resume() }
    }
  }
}

extension PipelineEvent.Kind {
  var isJoined: Bool { if case .joined = self { true } else { false } }
  var isReceived: Bool { if case .received = self { true } else { false } }
  var isAbandoned: Bool { if case .abandoned = self { true } else { false } }
  var isDelivered: Bool { if case .delivered = self { true } else { false } }

  /// What happened, without figures.
  var name: String { String("\(self)".prefix { $0 != "(" }) }
}
