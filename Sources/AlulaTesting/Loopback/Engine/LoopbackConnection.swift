import Alula

/// One connection: reads requests, answers them in turn. Lives on the server's thread alone and never blocks.
final class LoopbackConnection {
  private enum Phase {
    case reading
    case responding
    /// The script is done; the last bytes are on their way.
    case finishing(LoopbackResponse.Ending)
    /// The end was sent; what the client still sends is dropped until it closes too, or until the deadline. Closing
    /// with unread bytes would reset the connection and lose the response.
    case draining(until: ContinuousClock.Instant)
    case closed
  }

  /// A client that pipelines more than this waits.
  private static let inputLimit = 1 << 20
  /// The most that is sent in one turn, so that one fast reader does not starve the others.
  private static let turn = 1 << 18

  let id: Int
  private var socket: StreamSocket?
  private let shared: LoopbackShared
  private var parser: RequestParser
  private var phase = Phase.reading
  private var script: ResponseScript?
  private var exchange: LoopbackBook.Exchange?
  private var output = OutputBuffer()
  private var timer: ContinuousClock.Instant?
  private var latch: Latch?
  private var postponed: ScriptStep?
  /// Whether `postponed` waited for its time on the shared line.
  private var isBooked = false
  private var sentInTurn = 0
  private var hasMoreToDo = false

  init(id: Int, socket: consuming StreamSocket, shared: LoopbackShared) {
    self.id = id
    self.socket = consume socket
    self.shared = shared
    parser = RequestParser(
      connection: id, maximumHead: shared.options.maximumHead.bytes, maximumBody: shared.options.maximumBody.bytes)
    shared.ledger.write { $0.opened(id) }
  }

  /// What to poll; -1, which `poll` passes over, when closed.
  var descriptor: Int32 { socket?.raw ?? -1 }

  var isClosed: Bool {
    if case .closed = phase { return true }
    return false
  }

  var wantsInput: Bool {
    switch phase {
    case .responding, .finishing: parser.buffered < Self.inputLimit
    case .reading, .draining: true
    case .closed: false
    }
  }

  var wantsOutput: Bool { hasMoreToDo || !output.isEmpty }

  /// When `advance` must be called again at the latest.
  var deadline: ContinuousClock.Instant? {
    if case .draining(let until) = phase { return until }
    return timer
  }

  /// Whether `advance` has something to do without the socket being ready.
  func isDue(_ now: ContinuousClock.Instant) -> Bool {
    if let latch { return latch.isOpen }
    return deadline.map { $0 <= now } ?? false
  }

  /// Reads what has come. `scratch` is memory for it.
  func receive(_ scratch: UnsafeMutableRawBufferPointer) {
    // Not until it blocks: a client that never stops sending must not keep the thread.
    for _ in 0..<16 where wantsInput {
      switch socket?.receive(into: scratch) ?? .closed {
      case .blocked: return
      case .closed: return clientDidClose()
      case .bytes(let count):
        if case .draining = phase { continue }
        parser.append(UnsafeRawBufferPointer(rebasing: scratch[..<count]))
        // A short read emptied the socket: the next call of recv would say so too.
        if count < scratch.count { return }
      }
    }
  }

  /// The system says that the connection is gone in both directions. Reading tells that too, except when enough was
  /// read already; then nobody would notice, and `poll` would return at once for ever.
  func hangUp() {
    if !isClosed, !wantsInput { clientDidClose() }
  }

  /// Does what can be done now.
  func advance(_ now: ContinuousClock.Instant) {
    sentInTurn = 0
    hasMoreToDo = false
    while step(now) {
      guard sentInTurn < Self.turn else {
        hasMoreToDo = true
        return
      }
    }
  }

  /// False when there is nothing more to do until the socket, a latch, the time or the client says so.
  private func step(_ now: ContinuousClock.Instant) -> Bool {
    switch phase {
    case .closed:
      return false
    case .draining(let until):
      if until <= now { close() }
      return false
    case .reading:
      return flush() && beginNext()
    case .responding:
      return respond(now)
    case .finishing(let ending):
      return flush() && finish(ending, now)
    }
  }

  /// Closes at once; for the end of the server.
  func abandon() {
    guard !isClosed else { return }
    if let exchange { shared.ledger.write { $0.abandoned(exchange) } }
    exchange = nil
    close()
  }

  // MARK: Requests

  /// False when there is no whole request yet.
  private func beginNext() -> Bool {
    switch parser.next() {
    case .needsMore:
      return false
    case .wantsContinue:
      output.append(WireText.head(status: 100, reason: nil, fields: [:]), isBody: false)
      return true
    case .request(let request):
      begin(request)
    case .refused(let status):
      refuse(status)
    }
    phase = .responding
    return true
  }

  private func begin(_ request: LoopbackRequest) {
    let match = shared.routes.withLock { $0.match(request.target) }
    let response = match.handler(request)
    let exchange = LoopbackBook.Exchange(target: request.target, prefix: match.prefix, status: response.status)
    self.exchange = exchange
    script = ResponseScript(response, to: request, gate: match.gate)
    shared.ledger.write { $0.began(request, exchange) }
  }

  private func refuse(_ status: Int) {
    let response = LoopbackResponse.status(status).with { $0.ending = .closes }
    script = ResponseScript(response, to: LoopbackRequest(target: ""), gate: nil)
    shared.ledger.write { $0.refused(id, status) }
  }

  // MARK: Responses

  /// One step of the script. False when it must wait.
  private func respond(_ now: ContinuousClock.Instant) -> Bool {
    guard isThroughWait(now) else {
      _ = flush()
      return false
    }
    let step = postponed.take() ?? script?.next() ?? .end(.closes)
    switch step {
    case .send(let bytes, _) where !isBooked && shared.line != nil:
      timer = shared.line?.book(bytes.count, now)
      postponed = step
      isBooked = true
    case .send(let bytes, let isBody):
      // Small parts travel together. The last ones stay for `finish`, which counts them and the response at once.
      if output.count >= 65_536, !flush() {
        postponed = step
        return false
      }
      output.append(bytes, isBody: isBody)
      isBooked = false
    case .wait(let duration):
      timer = now + duration
    case .hold(let latch):
      self.latch = latch
      latch.whenOpen { [wakePipe = shared.wakePipe] in wakePipe.wake() }
    case .end(let ending):
      script = nil
      phase = .finishing(ending)
    }
    return true
  }

  private func isThroughWait(_ now: ContinuousClock.Instant) -> Bool {
    if let latch, !latch.isOpen { return false }
    if let timer, timer > now { return false }
    latch = nil
    timer = nil
    return true
  }

  private func finish(_ ending: LoopbackResponse.Ending, _ now: ContinuousClock.Instant) -> Bool {
    // Nothing was left to send: `flush` has not counted the response.
    if exchange != nil { shared.ledger.write { endExchange(in: &$0) } }
    switch ending {
    case .keepsOpen:
      phase = .reading
    case .closes:
      socket?.finishWriting()
      phase = .draining(until: now + .seconds(2))
    case .resets:
      socket?.resetOnClose()
      close()
    }
    return true
  }

  /// Sends what waits. False when the socket takes no more, or is closed.
  private func flush() -> Bool {
    while !output.isEmpty {
      // Sent and counted under one lock (the call does not block): what a client has seen is counted.
      switch shared.ledger.write({ sendOnce(&$0) }) {
      case .bytes(let count):
        sentInTurn += count
      case .blocked:
        return false
      case .closed:
        clientDidClose()
        return false
      }
    }
    return !isClosed
  }

  private func sendOnce(_ book: inout LoopbackBook) -> StreamSocket.Transfer {
    let result = output.withUnsent { socket?.send($0) ?? .closed }
    guard case .bytes(let count) = result else { return result }
    book.sent(count, body: output.remove(count), exchange)
    if case .finishing = phase, output.isEmpty { endExchange(in: &book) }
    return result
  }

  private func endExchange(in book: inout LoopbackBook) {
    if let exchange { book.responded(id, exchange) }
    exchange = nil
  }

  // MARK: The end

  private func clientDidClose() {
    if case .draining = phase { return close() }
    let isMidRequest = parser.isMidRequest
    shared.ledger.write { $0.clientClosed(id, exchange, isMidRequest: isMidRequest) }
    exchange = nil
    close()
  }

  private func close() {
    guard !isClosed else { return }
    phase = .closed
    script = nil
    latch = nil
    timer = nil
    output = OutputBuffer()
    socket = nil
    // After the descriptor is given back: who waits for this fact may count descriptors.
    shared.ledger.write { $0.closed(id) }
  }
}
