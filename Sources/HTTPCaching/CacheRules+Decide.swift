#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension CacheRules {
  /// What to do with `request`, given what is stored for its URL.
  package func decide(now: Date, request: CacheRequest, stored: [StoredResponse]) -> CacheDecision {
    let asked = ParsedRequest(request)
    if let reason = reasonToPass(asked) {
      return asked.isOnlyCached ? Self.onlyCached(reason) : .fetch(asked.forward(reason))
    }
    var vary = Vary(request.headers, rules: self)
    guard let selected = select(stored, asked, &vary, now: now) else {
      return decide(asked, unselected: stored, &vary, now: now)
    }
    return decide(asked, selected)
  }

  /// The stored answer for a request to which no stored response is a candidate any more, or the freshness of one just stored.
  /// - Returns: `nil` when `stored` cannot answer: another variant, another method than GET and HEAD, bytes that it lacks.
  package func reuse(_ stored: StoredResponse, index: Int, request: CacheRequest, now: Date) -> Reuse? {
    let asked = ParsedRequest(request)
    var vary = Vary(request.headers, rules: self)
    guard asked.isReadable, vary.match(stored) == .same else { return nil }
    let selected = SelectedResponse(stored, index: index, asked: asked, now: now, rules: self)
    return selected.answer.map { reuse(selected, $0, isStale: !selected.freshness.isFresh) }
  }

  /// Why stored responses are not even looked at.
  private func reasonToPass(_ asked: ParsedRequest) -> String? {
    // RFC 9111 section 4: the stored request's method must allow it.
    if !asked.isReadable { return "\(asked.request.method) is not answered from a cache" }
    if asked.hasNoStore { return "the request says no-store" }
    if asked.mode == .reload { return "reload" }
    return asked.isForOrigin ? "the request has a condition that only the origin can judge" : nil
  }

  /// RFC 9111 section 5.2.1.7.
  private static func onlyCached(_ reason: String) -> CacheDecision {
    .fail(status: 504, reason: "only a stored response is wanted, and \(reason)")
  }

  /// Nothing matches: the origin may still say that a variant of other fields is meant (RFC 9111 section 4.3.1).
  private func decide(
    _ asked: ParsedRequest, unselected stored: [StoredResponse], _ vary: inout Vary, now: Date
  ) -> CacheDecision {
    let reason = stored.isEmpty ? "nothing stored" : "nothing stored for these request fields"
    if asked.isOnlyCached { return Self.onlyCached(reason) }
    let variants = variants(stored, asked, &vary, now: now)
    guard !variants.isEmpty else { return .fetch(asked.forward(reason)) }
    return .revalidate(forward(asked, validating: variants, isSelected: false, reason: reason))
  }

  private func decide(_ asked: ParsedRequest, _ selected: SelectedResponse) -> CacheDecision {
    guard let answer = selected.answer else {
      let reason = "only a part is stored"
      return asked.isOnlyCached ? Self.onlyCached(reason) : .fetch(forward(asked, completing: selected, reason: reason))
    }
    let freshness = selected.freshness
    if servesHoweverOld(asked, selected) || isFreshEnough(freshness, asked) {
      return .serve(reuse(selected, answer, isStale: !freshness.isFresh))
    }
    if isStaleEnough(freshness, asked) {
      return .serve(
        reuse(selected, answer, isStale: true, reason: freshness.reason + ", as the request's max-stale allows"))
    }
    let reason = freshness.isFresh ? "the request wants it fresher: " + freshness.reason : freshness.reason
    if asked.isOnlyCached { return Self.onlyCached(reason) }
    let forward = forward(asked, validating: [selected], isSelected: true, reason: reason)
    if isUsableWhileRevalidating(freshness, asked) {
      return .serveStaleAndRevalidate(reuse(selected, answer, isStale: true), forward)
    }
    return forward.candidates.isEmpty ? .fetch(forward) : .revalidate(forward)
  }
}

extension CacheRules {
  /// Fetch "force-cache" and "only-if-cached". An error that went stale is asked for again while there is an origin to ask.
  private func servesHoweverOld(_ asked: ParsedRequest, _ selected: SelectedResponse) -> Bool {
    guard !asked.directives.isNoCache else { return false }
    return asked.mode == .onlyCached || asked.mode == .preferCache && selected.stored.status < 400
  }

  /// RFC 9111 sections 4.2, 5.2.1.1 (max-age), 5.2.1.3 (min-fresh), 5.2.1.4 (no-cache); RFC 8246 (immutable).
  private func isFreshEnough(_ freshness: Freshness, _ asked: ParsedRequest) -> Bool {
    guard freshness.isFresh, !asked.directives.isNoCache else { return false }
    if asked.mode == .revalidate { return freshness.fields.directives.isImmutable }
    if let minFresh = asked.directives.minFresh, freshness.lifetime - freshness.age < Double(minFresh) { return false }
    return isYoungEnough(freshness, asked)
  }

  /// `max-age=0` means validation even in the moment of receipt.
  private func isYoungEnough(_ freshness: Freshness, _ asked: ParsedRequest) -> Bool {
    guard let maxAge = asked.directives.maxAge else { return true }
    return maxAge > 0 && freshness.age <= Double(maxAge)
  }

  /// RFC 9111 section 5.2.1.2: the client takes a stale one, where the server does not forbid it (section 4.2.4).
  private func isStaleEnough(_ freshness: Freshness, _ asked: ParsedRequest) -> Bool {
    let directives = asked.directives
    guard let maxStale = directives.maxStale, !directives.isNoCache, directives.minFresh == nil else { return false }
    guard asked.mode != .revalidate, freshness.allowsStale, !freshness.isFresh else { return false }
    return isYoungEnough(freshness, asked) && freshness.staleness <= Double(maxStale)
  }

  /// RFC 5861 section 3; a request that limits the age takes no stale response (RFC 9111 section 5.2.1.1).
  private func isUsableWhileRevalidating(_ freshness: Freshness, _ asked: ParsedRequest) -> Bool {
    let directives = asked.directives
    guard directives.maxAge == nil, directives.minFresh == nil, !directives.isNoCache else { return false }
    guard asked.mode != .revalidate, !freshness.isFresh else { return false }
    let window = staleWindow(freshness)
    return window > 0 && freshness.staleness <= window
  }
}
