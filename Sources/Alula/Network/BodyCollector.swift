import Foundation

/// Collects one response in memory, up to a cap, and tells one waiting task.
///
/// A body that nobody will read (a redirect's, an error's) is dropped as it comes; a long one ends the transfer.
final class BodyCollector: TransportReceiver {
  struct Outcome: Sendable {
    let head: HTTPResponseHead
    let body: Data
    /// How many of its first bytes were handed on while it came.
    var streamed = 0
  }

  /// What is done with the body of an answer.
  enum Reading: Sendable {
    case whole
    /// It follows so many bytes that are kept elsewhere.
    case rest(after: Int)
    /// It follows the bytes that came before the transfer was cut short; the head stays the first one.
    case continued
    case nothing
  }

  fileprivate struct State {
    var head: HTTPResponseHead?
    var body = Data()
    /// Bytes of the whole before `body`, kept elsewhere.
    var before = 0
    /// What an earlier transfer brought.
    var held: Outcome?
    var total: ByteCount?
    /// What the last report of progress said.
    var reported = 0
    var isDropping = false
    var dropped = 0
    /// How many bytes were handed on; `nil` when no more are wanted.
    var streamed: Int? = 0
    var handedOn = 0
    /// Bytes that the transport has not been told are dealt with.
    var owed = 0
    var failure: LoadError?
    var result: Result<Outcome, LoadError>?
    var remains: Outcome?
    var continuation: CheckedContinuation<Result<Outcome, LoadError>, Never>?
  }

  private let limit: ByteCount
  private let reading: @Sendable (HTTPResponseHead) -> Reading
  private let stream: @Sendable (Data) -> Bool
  private let onProgress: @Sendable (LoadProgress) -> Void
  private let handle: TransportHandle
  private let charge: MemoryCharge?
  private let state: Locked<State>

  /// The longest unwanted body that is read to its end, so that the connection can be used again.
  private static let maximumDropped = 16 * 1024
  /// The most memory taken because a server announced it.
  private static let maximumReserved = 4 << 20

  /// - Parameters:
  ///   - charge: where the body is counted; it may hold the transfer back.
  ///   - held: what came before the transfer was cut short, for `Reading.continued`.
  ///   - stream: takes the next piece of a long body while it comes; `false` when no more is wanted.
  init(
    limit: ByteCount, handle: TransportHandle, charge: MemoryCharge? = nil, held: Outcome? = nil,
    reading: @escaping @Sendable (HTTPResponseHead) -> Reading,
    stream: @escaping @Sendable (Data) -> Bool = { _ in false },
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) {
    state = Locked(State(held: held))
    self.limit = limit
    self.handle = handle
    self.charge = charge
    self.reading = reading
    self.stream = stream
    self.onProgress = onProgress
  }

  /// Sends the request and waits for its end. Cancelling the task cancels the transfer and still waits for the transport
  /// to say so, so that nothing of it is left when this returns.
  func collect(_ request: TransportRequest, over transport: any Transport) async throws(LoadError) -> Outcome {
    guard !Task.isCancelled else { throw .cancelled }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { $0.continuation = continuation }
        transport.start(request, handle: handle, receiver: self)
      }
    } onCancel: {
      handle.cancel()
    }
    return try result.get()
  }

  func transportDidReceive(_ head: HTTPResponseHead) {
    let reading = reading(head)
    let announced = AnnouncedLength(head.headers)
    let isEncoded = head.headers["Content-Encoding"].map { $0.lowercased() != "identity" } ?? false
    let mustEnd = state.withLock { state -> Bool in
      state.begin(head, reading)
      guard !state.isDropping else { return (announced.bytes ?? .max) > Self.maximumDropped }
      guard announced.isValid else {
        state.failure = LoadError(
          .transport(.badResponse), "The server's answer says two lengths, or none that is a number.")
        return true
      }
      guard let bytes = announced.bytes, !isEncoded else { return false }
      let (length, isBeyond) = bytes.addingReportingOverflow(state.count)
      guard !isBeyond else {
        state.failure = tooLarge
        return true
      }
      state.total = ByteCount(length)
      guard length <= limit.bytes else {
        state.failure = tooLarge
        return true
      }
      state.body.reserveCapacity(min(max(0, length - state.before), Self.maximumReserved))
      return false
    }
    if mustEnd { return handle.cancel() }
    reserve()
  }

  /// Takes memory for what was announced. Where there is none, the body waits at its beginning.
  private func reserve() {
    guard let charge, let total = state.withLock({ $0.isDropping ? nil : $0.total?.bytes }) else { return }
    _ = charge.reserve(min(total, Self.maximumReserved), goOn: { [self] in payOwed() })
  }

  func transportDidReceive(body: RawSpan) {
    let count = body.byteCount
    let step = state.withLock { state -> (progress: LoadProgress?, piece: Data?, mustEnd: Bool) in
      if state.failure != nil { return (nil, nil, false) }
      if state.isDropping {
        state.dropped += count
        return (nil, nil, state.dropped > Self.maximumDropped)
      }
      guard state.count + count <= limit.bytes else {
        state.failure = tooLarge
        state.body = Data()
        return (nil, nil, true)
      }
      body.withUnsafeBytes { state.body.append(contentsOf: $0) }
      state.owed += count
      return (state.dueProgress(), state.duePiece(), false)
    }
    // The transport calls one at a time, so that pieces stay in order.
    if let piece = step.piece, !stream(piece) { state.withLock { $0.streamed = nil } }
    acknowledge(count)
    if step.mustEnd { handle.cancel() }
    if let progress = step.progress { onProgress(progress) }
  }

  /// Lets more bytes come, now or once there is memory for them.
  private func acknowledge(_ count: Int) {
    guard let charge else { return handle.consumed(count) }
    let (length, isKept) = state.withLock { ($0.body.count, $0.owed > 0) }
    guard isKept else { return handle.consumed(count) }
    if charge.grow(to: length, goOn: { [self] in payOwed() }) { payOwed() }
  }

  private func payOwed() {
    let owed = state.withLock { state in
      defer { state.owed = 0 }
      return state.owed
    }
    if owed > 0 { handle.consumed(owed) }
  }

  func transportDidFinish(_ result: Result<TransportMetrics, TransportError>) {
    let end = state.withLock { state in
      let progress = state.lastProgress()
      let outcome = state.outcome(of: result)
      if case .failure = outcome { state.keepRemains() }
      defer {
        state.continuation = nil
        state.body = Data()
      }
      return (progress: progress, outcome: outcome, continuation: state.continuation)
    }
    if let progress = end.progress { onProgress(progress) }
    end.continuation?.resume(returning: end.outcome)
  }

  /// What came of a body that was to be read, when the transfer failed before its end. Taken once.
  func takeRemains() -> Outcome? {
    state.withLock { state in
      defer { state.remains = nil }
      return state.remains
    }
  }

  private var tooLarge: LoadError { LoadError(.tooLarge, "The body is larger than \(limit).") }
}

extension BodyCollector.State {
  /// Bytes of the whole so far.
  var count: Int { before + body.count }

  mutating func begin(_ head: HTTPResponseHead, _ reading: BodyCollector.Reading) {
    self.head = head
    defer { held = nil }
    switch reading {
    case .whole: break
    case .rest(let count): before = count
    case .nothing: isDropping = true
    case .continued:
      guard let held else { return }
      self.head = held.head
      body = held.body
      (streamed, handedOn, reported) = (held.streamed, held.streamed, held.body.count)
    }
  }

  mutating func keepRemains() {
    guard failure == nil, !isDropping, let head, !body.isEmpty else { return }
    remains = BodyCollector.Outcome(head: head, body: body, streamed: handedOn)
  }

  /// Progress worth telling: another hundredth of the whole, and 4 KB at least.
  mutating func dueProgress() -> LoadProgress? {
    let step = max(4096, (total?.bytes ?? count) / 100)
    return count - reported >= step || count == total?.bytes ? progress() : nil
  }

  /// The next piece of a long body, once there is enough for one.
  mutating func duePiece() -> Data? {
    guard let streamed, body.count - streamed >= Intake.pieceSize else { return nil }
    self.streamed = body.count
    handedOn = body.count
    return Data(body[streamed..<body.count])
  }

  /// The whole, when it was not told before.
  mutating func lastProgress() -> LoadProgress? { count > max(before, reported) ? progress() : nil }

  private mutating func progress() -> LoadProgress {
    reported = count
    return LoadProgress(received: ByteCount(count), total: total)
  }

  func outcome(of result: Result<TransportMetrics, TransportError>) -> Result<BodyCollector.Outcome, LoadError> {
    if let failure { return .failure(failure) }
    // An unwanted body may have been cut short on purpose: its head is all that counts.
    if isDropping, let head { return .success(BodyCollector.Outcome(head: head, body: Data())) }
    switch result {
    case .failure(let error): return .failure(LoadError(error))
    case .success:
      guard let head else {
        return .failure(LoadError(.transport(.badResponse), "The server's answer has no status line."))
      }
      return .success(BodyCollector.Outcome(head: head, body: body, streamed: handedOn))
    }
  }
}
