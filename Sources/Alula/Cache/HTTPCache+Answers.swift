import Foundation
import HTTPCaching

extension HTTPCache {
  /// A stored response as the client sees it.
  func served(
    _ reuse: Reuse, _ body: Data, _ context: Context, _ decision: CacheReport.Decision, because: String? = nil
  ) -> Exchange {
    let entry = context.found[reuse.index].entry
    var exchange = Exchange(
      head: HTTPResponseHead(status: reuse.status, headers: reuse.headers), body: body.part(reuse.range), origin: .disk,
      digest: entry.digest, freshness: freshness(reuse, isAssumed: decision != .stale),
      report: CacheReport(decision: decision, reason: because.map { "\(reuse.reason); \($0)" } ?? reuse.reason))
    exchange.isKept = true
    return exchange
  }

  /// An answer that is handed on and not kept.
  func passed(_ outcome: BodyCollector.Outcome, _ reason: String) -> Exchange {
    Exchange(
      head: outcome.head, body: outcome.body, origin: .network, digest: ContentDigest.of(outcome.body),
      freshness: unstored(outcome.head), report: CacheReport(decision: .fetched, reason: reason))
  }

  /// A success that must not be stored: what is stored is older, and goes.
  /// - Returns: whether that was something else.
  func takesPlace(
    _ outcome: BodyCollector.Outcome, _ call: CacheCall, _ context: Context
  ) async throws(LoadError) -> Bool {
    let (head, found) = (outcome.head, context.found.map(\.entry))
    guard let shelf = context.shelf, let ticket = context.ticket, ticket.place.writes, !found.isEmpty,
      call.request.method == "GET", head.status == 200, call.keeps(head, outcome.body)
    else { return false }
    // For reasons of the response's, not of this request's.
    let plain = CacheRequest(url: call.request.url)
    guard !rules.mayStore(status: head.status, headers: head.headers, request: plain, now: time.wall()) else {
      return false
    }
    _ = try await shelf.replace(ticket, nil) { store in
      for entry in found { store.remove(entry) }
      return true
    }
    let digest = ContentDigest.of(outcome.body)
    return found.contains { $0.digest != digest }
  }

  /// An answer that is handed on and kept, where it is worth keeping and the disk takes it.
  func stored(
    _ response: StoredResponse, _ outcome: BodyCollector.Outcome, _ intake: Intake, _ forward: Forward,
    _ call: CacheCall,
    _ context: Context
  ) async throws(LoadError) -> Exchange {
    var response = response
    response.bodyLength = outcome.body.count
    // A part that is not as long as its Content-Range says is part of nothing (RFC 9110 section 14.4).
    let isWhole = response.part.map { $0.range.count == outcome.body.count } ?? true
    let isWorth = isWhole && call.keeps(outcome.head, outcome.body)
    let entry = isWorth ? try await keep(response, outcome.body, outcome.streamed, intake, call, context) : nil
    let digest = entry?.digest ?? ContentDigest.of(outcome.body)
    let now = time.wall()
    let reuse = rules.reuse(response, index: 0, request: call.request, now: now)
    let isKept = isWorth && !isOutdated(response.variant, context)
    // Of those that answered this request before, not of variants for other fields.
    let isChange = context.found.contains { old in
      old.entry.digest != digest && rules.reuse(old.response, index: 0, request: call.request, now: now) != nil
    }
    return Exchange(
      head: outcome.head, body: outcome.body, origin: .network, digest: digest,
      freshness: isKept ? reuse.map { freshness($0) } ?? .never : .never, isChange: isKept && isChange,
      report: CacheReport(decision: .fetched, reason: "\(forward.reason); \(fate(entry, isWorth, call))"),
      isKept: entry != nil)
  }

  /// What became of an answer that may be stored.
  private func fate(_ entry: StoreEntry?, _ isWorth: Bool, _ call: CacheCall) -> String {
    guard entry == nil else { return "kept now" }
    guard isWorth else { return "not kept: it is no whole picture" }
    if call.wantsPartition { return "not kept: \(CacheReport.wantsPartition)" }
    guard let place = call.place else { return "not kept: the disk has no part in this request" }
    return place.writes ? "not kept: the disk did not take it" : "not kept: the disk is only read"
  }

  /// 304: the stored body under fields of now. `nil` when the body is gone.
  func refreshed(
    _ index: Int, _ response: StoredResponse, _ reuse: Reuse, _ forward: Forward, _ context: Context
  ) async throws(LoadError) -> Exchange? {
    guard let body = try await context.body(reuse) else { return nil }
    try await update(index, response, context)
    var exchange = served(reuse, body, context, .revalidated)
    exchange.report = CacheReport(
      decision: .revalidated, reason: "\(forward.reason), and the server says that it still holds")
    if isOutdated(context.found[index].entry.variant, context) { exchange.freshness = .never }
    return exchange
  }

  /// The stored body under other fields.
  func update(_ index: Int, _ response: StoredResponse, _ context: Context) async throws(LoadError) {
    guard let shelf = context.shelf, let ticket = context.ticket, ticket.place.writes else { return }
    let (entry, metadata) = (context.found[index].entry, shelf.metadata(response))
    _ = try await shelf.replace(ticket, entry.variant) { $0.update(entry, metadata: metadata) }
  }

  /// 206: the stored part and what came, as one (RFC 9111 section 3.4). `nil` when the part is gone.
  func combined(
    _ index: Int, _ keeping: Int, _ response: StoredResponse, _ outcome: BodyCollector.Outcome, _ intake: Intake,
    _ call: CacheCall, _ context: Context
  ) async throws(LoadError) -> Exchange? {
    guard let part = try await context.body(index), part.count >= keeping else { return nil }
    let body = part.prefix(keeping) + outcome.body
    guard response.part.map({ $0.range.count == body.count }) ?? true else { return nil }
    var response = response
    response.bodyLength = body.count
    guard let reuse = rules.reuse(response, index: 0, request: call.request, now: time.wall()) else { return nil }
    let entry = try await keep(response, body, 0, intake, call, context)
    if let entry, let shelf = context.shelf, let ticket = context.ticket, entry.id != context.found[index].entry.id {
      // The whole is another variant than the part: that has done its service.
      let old = context.found[index].entry
      _ = try await shelf.write(ticket) { $0.remove(old) }
    }
    return Exchange(
      head: HTTPResponseHead(status: reuse.status, headers: reuse.headers), body: body.part(reuse.range),
      origin: .network, digest: entry?.digest ?? ContentDigest.of(body), freshness: freshness(reuse),
      report: CacheReport(decision: .fetched, reason: "the rest of a stored part came"))
  }

  private func keep(
    _ response: StoredResponse, _ body: Data, _ streamed: Int, _ intake: Intake, _ call: CacheCall, _ context: Context
  ) async throws(LoadError) -> StoreEntry? {
    guard let shelf = context.shelf, let ticket = context.ticket, ticket.place.writes else { return nil }
    let metadata = shelf.metadata(response)
    let surplus = context.found.dropFirst(CachePlace.maximumVariants - 1).map(\.entry)
    // What the same request selected before, by whatever fields its server varied then; it may have a later Date, from another clock.
    let old = context.found.filter { $0.entry.variant == response.variant || replaces($0.response, response, call) }
      .map(\.entry)
    return try await shelf.replace(ticket, response.variant) { store in
      for entry in surplus where entry.variant != response.variant { store.remove(entry) }
      let entry = intake.commit(body, streamed: streamed, as: response, metadata: metadata, to: store)
      // What cannot be kept is newer all the same.
      for old in old where entry.map({ $0.id != old.id }) ?? (old.digest != ContentDigest.of(body)) {
        store.remove(old)
      }
      return entry
    }
  }

  /// A part takes no place but that of a part.
  private func replaces(_ old: StoredResponse, _ new: StoredResponse, _ call: CacheCall) -> Bool {
    new.part == nil && rules.selects(old, call.request)
  }

  /// Whether the answer to a later request came before this one.
  private func isOutdated(_ variant: String, _ context: Context) -> Bool {
    context.ticket?.isOutdated(variant) ?? false
  }

  /// A plain 302 is not stored (RFC 9111 section 3: no freshness is stated). The picture behind it may still be in memory for as long as
  /// what nothing is stated about; otherwise every look at it would ask twice.
  private func unstored(_ head: HTTPResponseHead) -> Freshness {
    let isPlain =
      (301...308).contains(head.status)
      && ["Cache-Control", "Expires", "Pragma", "Vary"].allSatisfy { head.headers[$0] == nil }
    guard isPlain else { return .never }
    let until = time.steady() + assumedLifetime
    return Freshness(
      freshUntil: until, usableUntil: until, standsInUntil: time.steady() + rules.staleIfError, isKept: true)
  }

  /// - Parameter isAssumed: whether the lifetime of what nothing is stated about begins now: the server answered.
  private func freshness(_ reuse: Reuse, isAssumed: Bool = true) -> Freshness {
    Freshness(reuse, now: time.steady(), assumed: isAssumed ? assumedLifetime : .zero)
  }
}

extension Exchange {
  /// An answer that the cache makes itself.
  static func made(_ status: Int, _ error: LoadError, _ reason: String) -> Exchange {
    Exchange(
      head: HTTPResponseHead(status: status), body: Data(), origin: .cache, freshness: .never,
      report: CacheReport(decision: .failed, reason: reason), failure: error)
  }
}

extension Data {
  /// The bytes of that range of positions from 0, as far as they exist; all for `nil`.
  fileprivate func part(_ range: Range<Int>?) -> Data {
    guard let range else { return self }
    let whole = 0..<count
    let kept = range.clamped(to: whole)
    return Data(self[(startIndex + kept.lowerBound)..<(startIndex + kept.upperBound)])
  }
}
