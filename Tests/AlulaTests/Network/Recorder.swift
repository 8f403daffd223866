import Alula

/// Writes down what a transport says, checks its order, and waits for the end.
final class Recorder: TransportReceiver {
  typealias Outcome = Result<TransportMetrics, TransportError>

  private struct State {
    var head: HTTPResponseHead?
    var body: [UInt8] = []
    var received = 0
    var outcome: Outcome?
    var faults: [String] = []
    var acknowledges: Bool
    /// Letting go of a transport cancels, so it is kept up to the end.
    var transport: (any Transport)?
    var waiter: CheckedContinuation<Outcome, Never>?
  }

  let handle = TransportHandle()
  private let state: Locked<State>
  private let keepsBody: Bool
  private let onHead: @Sendable (TransportHandle) -> Void
  private let onBody: @Sendable (TransportHandle) -> Void

  init(
    acknowledges: Bool = true, keepsBody: Bool = true,
    onHead: @escaping @Sendable (TransportHandle) -> Void = { _ in },
    onBody: @escaping @Sendable (TransportHandle) -> Void = { _ in }
  ) {
    state = Locked(State(acknowledges: acknowledges))
    self.keepsBody = keepsBody
    self.onHead = onHead
    self.onBody = onBody
  }

  var head: HTTPResponseHead? { state.withLock { $0.head } }
  var body: [UInt8] { state.withLock { $0.body } }
  var text: String { String(decoding: body, as: UTF8.self) }
  /// Body bytes so far.
  var received: Int { state.withLock { $0.received } }
  /// What was said out of order.
  var faults: [String] { state.withLock { $0.faults } }

  /// From now on every part is acknowledged at once.
  func setAcknowledges() { state.withLock { $0.acknowledges = true } }

  func transportDidReceive(_ head: HTTPResponseHead) {
    state.withLock { state in
      if state.head != nil || state.received > 0 { state.faults.append("a second or late head") }
      if state.outcome != nil { state.faults.append("a head after the end") }
      state.head = head
    }
    onHead(handle)
  }

  func transportDidReceive(body: RawSpan) {
    let count = body.byteCount
    let bytes = keepsBody ? body.withUnsafeBytes { Array($0) } : []
    let acknowledges = state.withLock { state in
      if state.head == nil { state.faults.append("a body without a head") }
      if state.outcome != nil { state.faults.append("a body after the end") }
      state.received += count
      state.body += bytes
      return state.acknowledges
    }
    if acknowledges { handle.consumed(count) }
    onBody(handle)
  }

  func transportDidFinish(_ result: Outcome) {
    let waiter = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
      if state.outcome != nil { state.faults.append("a second end") }
      state.outcome = result
      defer { (state.waiter, state.transport) = (nil, nil) }
      return state.waiter
    }
    waiter?.resume(returning: result)
  }

  func keep(_ transport: any Transport) { state.withLock { $0.transport = transport } }

  /// The end, when it has come.
  func outcome() async -> Outcome {
    await withCheckedContinuation { continuation in
      let outcome = state.withLock { state -> Outcome? in
        if state.outcome == nil { state.waiter = continuation }
        return state.outcome
      }
      if let outcome { continuation.resume(returning: outcome) }
    }
  }

  /// The code of the failure; `nil` when it went well.
  func failure() async -> TransportError.Code? {
    guard case .failure(let error) = await outcome() else { return nil }
    return error.code
  }
}

extension Transport {
  /// Starts `request` with a new recorder.
  func record(_ request: TransportRequest, _ recorder: Recorder = Recorder()) -> Recorder {
    recorder.keep(self)
    start(request, handle: recorder.handle, receiver: recorder)
    return recorder
  }

  func record(_ url: String, _ recorder: Recorder = Recorder()) -> Recorder {
    record(TransportRequest(patient: url), recorder)
  }
}

extension TransportRequest {
  /// For tests that are not about time: on a busy machine a test may get its turn late.
  init(patient url: String) {
    self.init(url: url, requestTimeout: .seconds(300), resourceTimeout: .seconds(300))
  }
}
