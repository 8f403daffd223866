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
    let now = time.wall()
    state.withLock { $0.requestTime = now }
  }

  /// Whether the body is to be read.
  func accepts(_ head: HTTPResponseHead) -> Bool {
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
    shelf.enqueueWrite { self.write(piece, to: shelf.store, ticket.place) }
    return true
  }

  private func write(_ piece: Data, to store: DiskStore, _ place: CachePlace) {
    let writer = state.withLock { $0.writer } ?? makeWriter(store, place)
    writer?.append(piece)
    state.withLock { $0.backlog -= piece.count }
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
    return writer.commit(metadata: metadata)
  }
}

extension StoredResponse {
  /// What sets it apart from the other stored responses of its URL. Parts do not replace wholes.
  var variant: String {
    let fields = selecting.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "\n")
    return part == nil ? fields : fields + "\npart"
  }
}
