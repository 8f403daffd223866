import Foundation
import HTTPCaching

extension HTTPCache {
  /// A stored response as the client sees it.
  func served(
    _ reuse: Reuse, _ body: Data, _ context: Context, _ decision: CacheReport.Decision, because: String? = nil
  ) -> Exchange {
    let entry = context.found[reuse.index].entry
    return Exchange(
      head: HTTPResponseHead(status: reuse.status, headers: reuse.headers), body: body.part(reuse.range), origin: .disk,
      digest: entry.digest, freshness: freshness(reuse),
      report: CacheReport(decision: decision, reason: because.map { "\(reuse.reason); \($0)" } ?? reuse.reason))
  }

  /// An answer that is handed on and not kept.
  func passed(_ outcome: BodyCollector.Outcome, _ reason: String) -> Exchange {
    Exchange(
      head: outcome.head, body: outcome.body, origin: .network, digest: ContentDigest.of(outcome.body),
      freshness: unstored(outcome.head), report: CacheReport(decision: .fetched, reason: reason))
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
    let entry = isWorth ? try await keep(response, outcome.body, outcome.streamed, intake, context) : nil
    let digest = entry?.digest ?? ContentDigest.of(outcome.body)
    let reuse = rules.reuse(response, index: 0, request: call.request, now: time.wall())
    return Exchange(
      head: outcome.head, body: outcome.body, origin: .network, digest: digest,
      freshness: isWorth ? reuse.map(freshness) ?? .never : .never,
      isChange: context.found.contains { $0.entry.digest != digest },
      report: CacheReport(decision: .fetched, reason: forward.reason))
  }

  /// 304: the stored body under fields of now. `nil` when the body is gone.
  func refreshed(
    _ index: Int, _ response: StoredResponse, _ reuse: Reuse, _ forward: Forward, _ context: Context
  ) async throws(LoadError) -> Exchange? {
    guard let body = try await context.body(reuse) else { return nil }
    try await update(index, response, context)
    return served(reuse, body, context, .revalidated, because: "it was \(forward.reason)")
  }

  /// The stored body under other fields.
  func update(_ index: Int, _ response: StoredResponse, _ context: Context) async throws(LoadError) {
    guard let shelf = context.shelf, let ticket = context.ticket, ticket.place.writes else { return }
    let (entry, metadata) = (context.found[index].entry, shelf.metadata(response))
    _ = try await shelf.write(ticket) { $0.update(entry, metadata: metadata) }
  }

  /// 206: the stored part and what came, as one (RFC 9111 section 3.4). `nil` when the part is gone.
  func combined(
    _ index: Int, _ keeping: Int, _ response: StoredResponse, _ outcome: BodyCollector.Outcome, _ intake: Intake,
    _ call: CacheCall, _ context: Context
  ) async throws(LoadError) -> Exchange? {
    guard let part = try await context.shelf?.body(of: context.found[index]), part.count >= keeping else { return nil }
    let body = part.prefix(keeping) + outcome.body
    guard response.part.map({ $0.range.count == body.count }) ?? true else { return nil }
    var response = response
    response.bodyLength = body.count
    guard let reuse = rules.reuse(response, index: 0, request: call.request, now: time.wall()) else { return nil }
    let entry = try await keep(response, body, 0, intake, context)
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
    _ response: StoredResponse, _ body: Data, _ streamed: Int, _ intake: Intake, _ context: Context
  ) async throws(LoadError) -> StoreEntry? {
    guard let shelf = context.shelf, let ticket = context.ticket, ticket.place.writes else { return nil }
    let metadata = shelf.metadata(response)
    let surplus = context.found.dropFirst(CachePlace.maximumVariants - 1).map(\.entry)
    return try await shelf.write(ticket) { store in
      for entry in surplus where entry.variant != response.variant { store.remove(entry) }
      return intake.commit(body, streamed: streamed, as: response, metadata: metadata, to: store)
    }
  }

  /// A plain 302 is not stored (RFC 9111 section 3: no freshness is stated). The picture behind it may still be in memory for as long as
  /// what nothing is stated about; otherwise every look at it would ask twice.
  private func unstored(_ head: HTTPResponseHead) -> Freshness {
    let isPlain =
      (301...308).contains(head.status)
      && ["Cache-Control", "Expires", "Pragma", "Vary"].allSatisfy { head.headers[$0] == nil }
    guard isPlain else { return .never }
    let until = time.steady() + assumedLifetime
    return Freshness(freshUntil: until, usableUntil: until, isKept: true)
  }

  private func freshness(_ reuse: Reuse) -> Freshness {
    Freshness(reuse, now: time.steady(), assumed: assumedLifetime)
  }
}

extension Exchange {
  /// An answer that the cache makes itself.
  static func made(_ status: Int, _ error: LoadError, _ reason: String) -> Exchange {
    Exchange(
      head: HTTPResponseHead(status: status), body: Data(), origin: .cache, freshness: .never,
      report: CacheReport(decision: .fetched, reason: reason), failure: error)
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
