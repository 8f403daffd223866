import Foundation
import HTTPCaching

/// A stored response and where it lies.
struct Shelved: Sendable {
  let entry: StoreEntry
  let response: StoredResponse
}

/// The disk store as the HTTP cache uses it: responses in, responses out, on queues of its own, so that a slow disk holds up
/// neither the main thread nor Swift's own threads. Reading never waits for writing.
final class Shelf: Sendable {
  struct Look: Sendable {
    let found: [Shelved]
    let decision: CacheDecision
    /// The whole stored body, when the decision needs it.
    let body: Data?
    /// Whether a body that would have answered was damaged, and is gone.
    let isDamaged: Bool
  }

  let store: DiskStore
  private let bodyLimit: Int
  let reader: Worker
  let writer: Worker
  private let era: EraKeeper
  let tickets = Locked<[ObjectIdentifier: CacheTicket]>([:])

  /// - Parameter bodyLimit: longer bodies are not read; they were stored under another limit.
  init(store: DiskStore, bodyLimit: ByteCount, time: CacheTime, scheduling: Scheduling) {
    self.store = store
    self.bodyLimit = bodyLimit.bytes
    reader = Worker(label: "alula.disk.read", scheduling: scheduling)
    writer = Worker(label: "alula.disk.write", scheduling: scheduling)
    era = EraKeeper(store: store, time: time)
  }

  // MARK: Reading

  /// Finds what is stored and decides, and reads the body where that is the answer: one turn on the reading queue.
  ///
  /// A body that turns out damaged is gone, and the decision is made again without it.
  func look(
    _ key: StoreKey, decide: @escaping @Sendable ([StoredResponse]) -> CacheDecision
  ) async throws(LoadError) -> Look {
    let (look, isDue) = try await reader.run { () throws(LoadError) in (self.lookNow(key, decide), self.era.isDue) }
    if isDue { writer.enqueue { self.era.save() } }
    return look
  }

  private func lookNow(_ key: StoreKey, _ decide: ([StoredResponse]) -> CacheDecision) -> Look {
    var found = shelved(key)
    var isDamaged = false
    while true {
      let plain = decide(found.map(\.response))
      let decision = isDamaged ? plain.afterDamage(isAllGone: found.isEmpty) : plain
      guard let index = decision.servedIndex else {
        return Look(found: found, decision: decision, body: nil, isDamaged: isDamaged)
      }
      if let body = store.body(of: found[index].entry, ifDamaged: { isDamaged = true }) {
        return Look(found: found, decision: decision, body: body, isDamaged: isDamaged)
      }
      found.remove(at: index)
    }
  }

  func shelved(_ key: StoreKey) -> [Shelved] {
    let era = era.current
    return store.entries(for: key).filter { $0.length <= bodyLimit }.compactMap { entry in
      guard let (stored, storedEra) = Self.decoded(entry.metadata) else {
        // Of another version: a miss, and room for what comes.
        store.remove(entry)
        return nil
      }
      var response = stored
      response.isTimeTrusted = storedEra == era
      return Shelved(entry: entry, response: response)
    }
  }

  /// The whole stored body; `nil` when it is gone or damaged, and whether it was damaged.
  func body(of shelved: Shelved) async throws(LoadError) -> (data: Data?, isDamaged: Bool) {
    try await reader.run { () throws(LoadError) in
      var isDamaged = false
      let data = self.store.body(of: shelved.entry) { isDamaged = true }
      return (data, isDamaged)
    }
  }

  /// The body of that variant under `key`, whatever it is.
  func body(for key: StoreKey, variant: String) async throws(LoadError) -> Data? {
    try await reader.run { () throws(LoadError) in
      let entry = self.store.entries(for: key).first { $0.variant == variant }
      return entry.flatMap { $0.length <= self.bodyLimit ? self.store.body(of: $0) : nil }
    }
  }

  // MARK: Writing

  /// Says that a response may come for `place`. To be ended by `end(_:)`.
  func begin(_ place: CachePlace, isReload: Bool = false) -> CacheTicket {
    let ticket = CacheTicket(place, isReload: isReload)
    tickets.withLock { $0[ObjectIdentifier(ticket)] = ticket }
    return ticket
  }

  func end(_ ticket: CacheTicket) { _ = tickets.withLock { $0.removeValue(forKey: ObjectIdentifier(ticket)) } }

  /// The request that the ticket stands for goes out now.
  func willSend(_ ticket: CacheTicket) {
    ticket.send(as: SendOrder.next())
  }

  /// Changes what is stored as the answer to the ticket's request says, on the writing queue; not when that was forgotten, or when the
  /// answer to a later request came before. Answers to earlier ones, which are still on their way, change nothing from now on.
  /// - Parameter variant: what is changed; `nil` for all that is stored under the key.
  func replace<Value: Sendable>(
    _ ticket: CacheTicket, _ variant: String?, _ body: @escaping @Sendable (DiskStore) -> Value?
  ) async throws(LoadError) -> Value? {
    try await write(ticket) { store in
      if let variant, ticket.isOutdated(variant) { return nil }
      self.outdate(variant, by: ticket)
      return body(store)
    }
  }

  func outdate(_ variant: String?, by ticket: CacheTicket) {
    guard let number = ticket.number else { return }
    let older = tickets.withLock { tickets in
      tickets.values.filter { other in
        // A reload is outdated by a reload alone.
        other.place.key == ticket.place.key && (other.number ?? .max) < number && (ticket.isReload || !other.isReload)
      }
    }
    for ticket in older {
      if let variant { ticket.outdate(variant) } else { ticket.forget() }
    }
  }

  /// Runs on the writing queue, unless what the ticket stands for was forgotten.
  func write<Value: Sendable>(
    _ ticket: CacheTicket, _ body: @escaping @Sendable (DiskStore) -> Value?
  ) async throws(LoadError) -> Value? {
    try await writer.run { () throws(LoadError) in ticket.isForgotten ? nil : body(self.store) }
  }

  /// Puts work on the writing queue, in order, and returns at once.
  func enqueueWrite(_ job: @escaping @Sendable () -> Void) { writer.enqueue(job) }

  /// The metadata to store for a response that came now.
  func metadata(_ response: StoredResponse) -> [UInt8] {
    withUnsafeBytes(of: era.current.bigEndian, Array.init) + response.encoded()
  }

  static func decoded(_ metadata: [UInt8]) -> (StoredResponse, UInt32)? {
    guard metadata.count > 4, let response = StoredResponse(encoded: Array(metadata[4...])) else { return nil }
    return (response, metadata[..<4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
  }
}

extension CacheDecision {
  /// The same decision, saying that a stored response was damaged.
  /// - Parameter isAllGone: whether it was the only one: then that is why nothing is stored.
  fileprivate func afterDamage(isAllGone: Bool) -> CacheDecision {
    let note = { (reason: String) in isAllGone ? CacheReport.damage : "\(reason); \(CacheReport.damage)" }
    switch self {
    case .fetch(var forward):
      forward.reason = note(forward.reason)
      return .fetch(forward)
    case .revalidate(var forward):
      forward.reason = note(forward.reason)
      return .revalidate(forward)
    case .fail(let status, let reason): return .fail(status: status, reason: note(reason))
    case .serve, .serveStaleAndRevalidate: return self
    }
  }

  /// Which stored response answers at once.
  fileprivate var servedIndex: Int? {
    switch self {
    case .serve(let reuse), .serveStaleAndRevalidate(let reuse, _): reuse.index
    case .revalidate, .fetch, .fail: nil
    }
  }
}
