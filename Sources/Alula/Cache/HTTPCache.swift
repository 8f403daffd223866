import Foundation
import HTTPCaching

/// The HTTP cache: one request in, one answer out, from the disk or from the origin as RFC 9111 says. The rules are in
/// `HTTPCaching`, the bytes in `DiskStore`; this is where they meet.
struct HTTPCache: Sendable {
  /// Sends a request with these fields; the answer goes through the intake.
  typealias Send = @Sendable (HTTPHeaders, Intake) async throws(LoadError) -> BodyCollector.Outcome

  let rules: CacheRules
  let shelf: Shelf?
  let time: CacheTime
  /// How long memory answers for what nothing is stated about.
  let assumedLifetime: Duration

  /// - Throws: what `send` throws, when nothing stored may answer instead.
  func exchange(_ call: CacheCall, _ send: Send) async throws(LoadError) -> Exchange {
    guard let shelf, let place = call.place else { return try await step(call, Context(), send) }
    let ticket = shelf.begin(place, isReload: call.request.mode == .reload)
    defer { shelf.end(ticket) }
    // Who forgets marks the load first and the tickets then: one that begins in between is seen here.
    if call.isForgotten() { ticket.forget() }
    return try await step(call, Context(shelf: shelf, ticket: ticket), send)
  }

  /// What one exchange knows of the store.
  struct Context: Sendable {
    var shelf: Shelf?
    var ticket: CacheTicket?
    var found: [Shelved] = []
    /// Whether a body that was needed turned out damaged.
    let isDamaged = Locked(false)

    var stored: [StoredResponse] { found.map(\.response) }
    /// A stored response that is served from now on: its body is read.
    func body(_ reuse: Reuse) async throws(LoadError) -> Data? { try await body(reuse.index) }

    func body(_ index: Int) async throws(LoadError) -> Data? {
      guard let read = try await shelf?.body(of: found[index]) else { return nil }
      if read.isDamaged { isDamaged.withLock { $0 = true } }
      return read.data
    }

    /// The reason, and that what was stored is no answer any more.
    func noting(_ reason: String) -> String {
      isDamaged.withLock { $0 } ? "\(reason); \(CacheReport.damage)" : reason
    }
  }

  private func step(_ call: CacheCall, _ context: Context, _ send: Send) async throws(LoadError) -> Exchange {
    var context = context
    let (decision, body) = try await decide(call, &context)
    switch decision {
    case .serve(let reuse):
      let takesAny = reuse.isStale && (call.request.mode == .preferCache || call.request.mode == .onlyCached)
      return served(
        reuse, body ?? Data(), context, reuse.isStale ? .stale : .fresh, because: takesAny ? "any age will do" : nil)
    case .serveStaleAndRevalidate(let reuse, _) where call.pause != nil:
      return spared(reuse, body ?? Data(), call, context)
    case .serveStaleAndRevalidate(let reuse, let forward):
      guard call.isRefresh else {
        var exchange = served(reuse, body ?? Data(), context, .stale, because: "validated behind")
        exchange.isDueForRefresh = true
        return exchange
      }
      return try await ask(forward, call, context, send)
    case .revalidate(let forward), .fetch(let forward):
      return try await ask(forward, call, context, send)
    case .fail(let status, let reason):
      let wanted = call.wantsPartition ? CacheReport.wantsPartition : reason
      return .made(status, LoadError(.notCached, notCached(call, context)), wanted)
    }
  }

  /// Why caches alone have no answer, for people.
  private func notCached(_ call: CacheCall, _ context: Context) -> String {
    if call.wantsPartition { return "A picture asked for with Authorization is stored in a named partition only." }
    let isDamaged = context.isDamaged.withLock { $0 }
    return isDamaged
      ? "The stored picture was damaged and is dropped, and only caches were asked."
      : "The picture is not stored, and only caches were asked."
  }

  private func decide(_ call: CacheCall, _ context: inout Context) async throws(LoadError) -> (CacheDecision, Data?) {
    guard let shelf = context.shelf, let place = call.place, place.reads else {
      return (rules.decide(now: time.wall(), request: call.request, stored: []), nil)
    }
    let look = try await shelf.look(place.key) { [rules, time] stored in
      rules.decide(now: time.wall(), request: call.request, stored: stored)
    }
    context.found = look.found
    if look.isDamaged { context.isDamaged.withLock { $0 = true } }
    return (look.decision, look.body)
  }

  /// A stale answer, since the origin failed a moment ago.
  private func spared(_ reuse: Reuse, _ body: Data, _ call: CacheCall, _ context: Context) -> Exchange {
    var exchange = served(reuse, body, context, .stale, because: call.pause)
    exchange.contact = .spared
    return exchange
  }

  // MARK: Asking the origin

  /// Sends, and does with the answer what the rules say. A second round when the answer fits nothing stored.
  private func ask(
    _ forward: Forward, _ call: CacheCall, _ context: Context, _ send: Send
  ) async throws(LoadError) -> Exchange {
    if call.pause != nil, let reuse = forward.onError, let body = try await context.body(reuse) {
      return spared(reuse, body, call, context)
    }
    var forward = forward
    for _ in 0..<2 {
      let intake = Intake(
        call, forward, stored: context.stored, rules: rules, time: time, shelf: context.shelf, ticket: context.ticket)
      let outcome: BodyCollector.Outcome
      do throws(LoadError) {
        outcome = try await send(forward.headers, intake)
      } catch {
        await keepBeginning(intake, call, context)
        return try await stand(in: forward, error, context)
      }
      await keepBeginning(intake, call, context)
      let arrival = intake.arrival ?? .pass(reason: "")
      if case .sendAgain(let next) = arrival {
        forward = next
        continue
      }
      let invalidated = await invalidate(by: outcome.head, call, context)
      guard var exchange = try await settle(arrival, outcome, intake, forward, call, context) else {
        // What was stored is gone.
        guard case .fetch(var plain) = rules.decide(now: time.wall(), request: call.request, stored: []) else { break }
        if context.isDamaged.withLock({ $0 }) { plain.reason = CacheReport.damage }
        forward = plain
        continue
      }
      exchange.invalidated = invalidated
      exchange.contact = contact(outcome.head)
      return exchange
    }
    throw LoadError(.transport(.badResponse), "The server's answer does not fit the question, twice.")
  }

  /// `nil` when what was stored turned out to be gone and the origin has to be asked for it all.
  private func settle(
    _ arrival: Arrival, _ outcome: BodyCollector.Outcome, _ intake: Intake, _ forward: Forward, _ call: CacheCall,
    _ context: Context
  ) async throws(LoadError) -> Exchange? {
    try await withdraw(by: outcome.head.status, call, context)
    switch arrival {
    case .pass(let reason):
      var exchange = passed(outcome, "\(forward.reason); not kept: \(reason)")
      exchange.isChange = try await takesPlace(outcome, call, context)
      return exchange
    case .store(let response):
      return try await stored(response, outcome, intake, forward, call, context)
    case .update(let index, let response):
      try await update(index, response, context)
      return passed(outcome, "\(forward.reason); the stored fields are updated")
    case .refresh(let index, let response, let reuse):
      return try await refreshed(index, response, reuse, forward, context)
    case .combine(let index, let keeping, let response):
      return try await combined(index, keeping, response, outcome, intake, call, context)
    case .serveStale(let reuse):
      guard let body = try await context.body(reuse) else {
        return passed(outcome, context.noting(forward.reason))
      }
      return served(reuse, body, context, .stale, because: "the server says \(outcome.head.status)")
    case .sendAgain: return nil
    }
  }

  /// The origin cannot be reached: a stale response where one may answer (RFC 9111 section 4.2.4, RFC 5861 section 4).
  private func stand(in forward: Forward, _ error: LoadError, _ context: Context) async throws(LoadError) -> Exchange {
    guard error.isFailureOfOrigin else { throw error.after(context.noting(forward.reason)) }
    let contact = OriginContact.failed(OriginContact.Failure(message: error.message))
    if let reuse = forward.onError, let body = try await context.body(reuse) {
      var exchange = served(reuse, body, context, .stale, because: error.clause)
      exchange.contact = contact
      return exchange
    }
    let reason = context.noting(forward.reason)
    guard forward.failsAsGatewayTimeout else { throw error.after(reason) }
    var exchange = Exchange.made(504, error, reason)
    exchange.contact = contact
    return exchange
  }

  private func contact(_ head: HTTPResponseHead) -> OriginContact {
    guard CacheRules.isFailure(head.status) else { return .answered }
    let retryAfter = head.headers["Retry-After"].flatMap { RetryAfter.parse($0, now: time.wall()) }
    return .failed(OriginContact.Failure(message: "The server says \(head.status).", retryAfter: retryAfter))
  }
}

extension LoadError {
  /// The same error, with what the cache had decided before the server was asked.
  fileprivate func after(_ reason: String) -> LoadError {
    var error = self
    error.cacheReport = CacheReport(decision: .failed, reason: reason)
    return error
  }

  /// The message as a part of a longer sentence.
  fileprivate var clause: String {
    let text = message.hasSuffix(".") ? message.dropLast() : message[...]
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// Whether a stale picture may answer in place of this error: the server fails, or says that it does.
  var allowsStandIn: Bool {
    if case .status(let status) = code { return CacheRules.isFailure(status) }
    return isFailureOfOrigin
  }

  /// Whether the server says that the picture is gone or not for this person.
  var isWithdrawal: Bool { if case .status(let status) = code { CacheRules.isWithdrawal(status) } else { false } }

  /// Whether the server, or the way to it, failed: not the caller, not a limit of ours.
  var isFailureOfOrigin: Bool {
    switch code {
    case .transport(let code): code != .cancelled && code != .invalidRequest
    case .timeout, .truncated: true
    default: false
    }
  }
}
