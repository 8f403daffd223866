import Foundation
import HTTPCaching

/// One answer of the origin on its way: asks the rules what to do with it once its head is there, and lets a long body stream to the
/// disk while it is read. Called on a thread of the transport's; the disk is touched on the shelf's writing queue alone.
final class Intake: Sendable {
  private struct State {
    var requestTime: Date
    var arrival: Arrival?
    /// The entry that a long body streams to.
    var writer: StoreWriter?
    /// Bytes that wait for the disk.
    var backlog = 0
    var isStreaming = true
    /// What came of a body that was cut short, and may be continued.
    var beginning: Beginning?
    var mustStartOver = false
  }

  /// A body that ended too soon.
  struct Beginning: Sendable {
    let outcome: BodyCollector.Outcome
    let continuation: Continuation
    /// What the rules said of its head.
    let arrival: Arrival
  }

  private let call: CacheCall
  private let forward: Forward
  private let stored: [StoredResponse]
  private let rules: CacheRules
  private let time: CacheTime
  private let shelf: Shelf?
  private let ticket: CacheTicket?
  private let state: Locked<State>

  /// Bodies stream in pieces of this size; shorter ones are written at once, at their end.
  static let pieceSize = 128 * 1024
  /// Shorter beginnings of bodies that were cut short are not kept.
  static let smallestPart = 64 * 1024
  /// A disk that falls this far behind the network is not waited for: the body is not kept.
  private static let maximumBacklog = 8 << 20

  init(
    _ call: CacheCall, _ forward: Forward, stored: [StoredResponse], rules: CacheRules, time: CacheTime, shelf: Shelf?,
    ticket: CacheTicket?
  ) {
    self.call = call
    self.forward = forward
    self.stored = stored
    self.rules = rules
    self.time = time
    self.shelf = shelf
    self.ticket = ticket
    state = Locked(State(requestTime: time.wall()))
  }

  /// What the rules said of the head; `nil` before it came.
  var arrival: Arrival? { state.withLock { $0.arrival } }

  /// The request goes out now, after waiting for its turn.
  func willSend() {
    if let shelf, let ticket { shelf.willSend(ticket) }
    let now = time.wall()
    state.withLock { $0.requestTime = now }
  }

  /// Whether something stored answers when the origin fails.
  var hasStandIn: Bool { forward.onError != nil }

  /// What is done with the body.
  func reading(_ head: HTTPResponseHead) -> BodyCollector.Reading {
    if let reading = continuing(head) { return reading }
    guard accepts(head) else { return .nothing }
    if case .combine(_, let keeping, _)? = arrival { return .rest(after: keeping) }
    return .whole
  }

  private func accepts(_ head: HTTPResponseHead) -> Bool {
    let now = time.wall()
    let requestTime = state.withLock { $0.requestTime }
    let arrival = rules.receive(
      status: head.status, headers: head.headers, to: forward, request: call.request, stored: stored,
      requestTime: requestTime, now: now)
    state.withLock { $0.arrival = arrival }
    switch arrival {
    case .pass, .store, .update: return call.wants(head)
    case .combine: return true
    case .refresh, .serveStale, .sendAgain: return false
    }
  }

  // MARK: Cut short

  /// What an earlier attempt brought.
  var held: BodyCollector.Outcome? { beginning?.outcome }
  var beginning: Beginning? { state.withLock { $0.beginning } }

  /// The body ended too soon, with this.
  func keep(_ outcome: BodyCollector.Outcome) {
    guard let arrival else { return }
    let continuation = Continuation(
      status: outcome.head.status, headers: outcome.head.headers, request: call.request, received: outcome.body.count,
      now: time.wall())
    state.withLock { state in
      state.beginning = continuation.map { Beginning(outcome: outcome, continuation: $0, arrival: arrival) }
    }
    if continuation == nil { dropWriter() }
  }

  /// The fields to send: for the rest, where there is a beginning.
  func fields(resuming first: HTTPHeaders) -> HTTPHeaders { beginning?.continuation.fields(first) ?? first }

  /// Whether the answer was no continuation of what is here, and says nothing about the whole. Asked once.
  func hasToStartOver() -> Bool {
    state.withLock { state in
      defer { state.mustStartOver = false }
      return state.mustStartOver
    }
  }

  /// The body is whole.
  func finish() { state.withLock { $0.beginning = nil } }

  /// `nil` for an answer that stands for itself.
  private func continuing(_ head: HTTPResponseHead) -> BodyCollector.Reading? {
    guard let beginning else { return nil }
    if beginning.continuation.isContinued(status: head.status, headers: head.headers, now: time.wall()) {
      state.withLock { $0.arrival = beginning.arrival }
      return .continued
    }
    // The beginning is good for another attempt.
    if RetryPolicy.passingStatuses.contains(head.status) { return nil }
    let isMisfit = head.status == 206 || head.status == 416
    state.withLock { state in
      state.beginning = nil
      state.mustStartOver = isMisfit
    }
    dropWriter()
    return isMisfit ? .nothing : nil
  }

  /// Behind the pieces that wait, and before those that come.
  private func dropWriter() {
    state.withLock { $0.isStreaming = true }
    shelf?.enqueueWrite { self.state.withLock { $0.writer = nil } }
  }

  // MARK: To the disk

  /// Takes the next piece of a long body. `false` when no more of it is wanted.
  func stream(_ piece: Data) -> Bool {
    guard let shelf, let ticket, ticket.place.writes, case .store = arrival else { return false }
    let isWanted = state.withLock { state -> Bool in
      guard state.isStreaming, state.backlog + piece.count <= Self.maximumBacklog else {
        state.isStreaming = false
        return false
      }
      state.backlog += piece.count
      return true
    }
    guard isWanted else { return false }
    shelf.enqueueWrite { self.write(piece, to: shelf.store, ticket) }
    return true
  }

  private func write(_ piece: Data, to store: DiskStore, _ ticket: CacheTicket) {
    defer { state.withLock { $0.backlog -= piece.count } }
    // Not even for a moment.
    guard !ticket.isForgotten else {
      state.withLock { $0.writer = nil }
      return
    }
    let writer = state.withLock { $0.writer } ?? makeWriter(store, ticket.place)
    writer?.append(piece)
  }

  private func makeWriter(_ store: DiskStore, _ place: CachePlace) -> StoreWriter? {
    guard case .store(let response)? = arrival else { return nil }
    let writer = store.makeWriter(
      for: place.key, variant: response.variant, partition: place.partition.name, label: place.label)
    state.withLock { $0.writer = writer }
    return writer
  }

  /// Commits the whole body, of which the first `streamed` bytes were taken before. On the shelf's writing queue.
  func commit(_ body: Data, streamed: Int, as response: StoredResponse, metadata: [UInt8], to store: DiskStore)
    -> StoreEntry?
  {
    let state = state.withLock { state in
      defer { state.writer = nil }
      return (writer: state.writer, isWhole: state.isStreaming)
    }
    guard state.isWhole || streamed == 0, let ticket else { return nil }
    guard
      let writer = state.writer
        ?? store.makeWriter(
          for: ticket.place.key, variant: response.variant, partition: ticket.place.partition.name,
          label: ticket.place.label)
    else { return nil }
    writer.append(streamed == 0 ? body : body.dropFirst(streamed))
    return writer.commit(metadata: metadata, as: response.variant)
  }
}

extension StoredResponse {
  /// What sets it apart from the other stored responses of its URL. Parts do not replace wholes.
  var variant: String {
    let fields = selecting.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "\n")
    return part == nil ? fields : fields + "\npart"
  }
}
