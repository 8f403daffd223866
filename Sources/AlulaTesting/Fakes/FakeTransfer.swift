import Alula

/// One request that a `FakeTransport` answers. Gives out one event at a time and never two at once.
final class FakeTransfer: Sendable {
  enum Event {
    case head(HTTPResponseHead)
    case body([UInt8])
    case end(Result<TransportMetrics, TransportError>)
  }

  private struct State {
    var parts: ArraySlice<FakeAnswer.Part>
    let end: Result<TransportMetrics, TransportError>
    let pauseLimit: Int
    var outstanding = 0
    var permits = 0
    var isCancelled = false
    var isDelivering = false
    var isFinished = false

    /// Whether `take` has something.
    mutating func isReady() -> Bool {
      guard !isFinished, !isDelivering else { return false }
      if isCancelled { return true }
      while case .hold = parts.first {
        guard permits > 0 else { return false }
        permits -= 1
        parts.removeFirst()
      }
      if case .body = parts.first { return outstanding <= pauseLimit }
      return true
    }

    mutating func take() -> Event? {
      guard isReady() else { return nil }
      isDelivering = true
      if isCancelled { return finish(.failure(TransportError(.cancelled, "The transfer was cancelled."))) }
      switch parts.popFirst() {
      case .head(let head): return .head(head)
      case .body(let bytes):
        outstanding += bytes.count
        return .body(bytes)
      case .hold, nil: return finish(end)
      }
    }

    private mutating func finish(_ result: Result<TransportMetrics, TransportError>) -> Event {
      isFinished = true
      return .end(result)
    }
  }

  let url: String
  private let handle: TransportHandle
  private let receiver: any TransportReceiver
  private let state: Locked<State>

  init(
    _ request: TransportRequest, _ answer: FakeAnswer, handle: TransportHandle, receiver: any TransportReceiver,
    pauseLimit: Int
  ) {
    url = request.url
    self.handle = handle
    self.receiver = receiver
    state = Locked(State(parts: answer.parts[...], end: answer.finalEnd, pauseLimit: pauseLimit))
  }

  var isReady: Bool { state.withLock { $0.isReady() } }

  /// The next event, for `hand` at once after it. `nil` when none is ready.
  func take() -> Event? { state.withLock { $0.take() } }

  /// Gives `event` to the receiver. The next one can be taken afterwards.
  func hand(_ event: Event) {
    switch event {
    case .head(let head): receiver.transportDidReceive(head)
    case .body(let bytes): receiver.transportDidReceive(body: bytes.span.bytes)
    case .end(let result):
      handle.unbind()
      receiver.transportDidFinish(result)
    }
    state.withLock { $0.isDelivering = false }
  }

  /// True for the first call before the end.
  func cancel() -> Bool {
    state.withLock { state in
      guard !state.isFinished, !state.isCancelled else { return false }
      state.isCancelled = true
      return true
    }
  }

  func consumed(_ count: Int) { state.withLock { $0.outstanding -= count } }

  /// Lets it through one hold: the one it waits at, or the next.
  func release() { state.withLock { $0.permits += 1 } }
}

extension FakeAnswer {
  fileprivate var finalEnd: Result<TransportMetrics, TransportError> {
    if let end { return end }
    let bytes = parts.reduce(0) { sum, part in
      if case .body(let bytes) = part { sum + bytes.count } else { sum }
    }
    return .success(TransportMetrics(bytesOnWire: ByteCount(bytes), isNewConnection: true))
  }
}
