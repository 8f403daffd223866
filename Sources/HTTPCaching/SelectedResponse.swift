#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The stored response that a request selects (RFC 9111 section 4.1).
struct SelectedResponse {
  let index: Int
  let stored: StoredResponse
  let freshness: Freshness
  /// `nil` when it is a part without the bytes that are asked for.
  let answer: StoredAnswer?

  init(_ stored: StoredResponse, index: Int, asked: ParsedRequest, now: Date, rules: CacheRules) {
    self.index = index
    self.stored = stored
    freshness = Freshness(stored, now: now, rules: rules)
    answer = StoredAnswer(stored, freshness.fields, asked)
  }

  /// One that can answer is better, and then the most recent by Date (RFC 9111 section 4).
  func isBetter(than other: SelectedResponse) -> Bool {
    guard (answer != nil) == (other.answer != nil) else { return answer != nil }
    return date > other.date
  }

  private var date: Date { freshness.fields.date ?? stored.responseTime }
}

extension CacheRules {
  /// The best of those that match; `nil` when none does.
  func select(_ stored: [StoredResponse], _ asked: ParsedRequest, _ vary: inout Vary, now: Date) -> SelectedResponse? {
    var best: SelectedResponse?
    for index in stored.indices where vary.match(stored[index]) == .same {
      let selected = SelectedResponse(stored[index], index: index, asked: asked, now: now, rules: self)
      if best.map(selected.isBetter) ?? true { best = selected }
    }
    return best
  }

  /// That response as an answer.
  func reuse(_ selected: SelectedResponse, _ answer: StoredAnswer, isStale: Bool, reason: String? = nil) -> Reuse {
    let freshness = selected.freshness
    let freshFor = freshness.isFresh ? freshness.lifetime - freshness.age : 0
    let usableFor = freshness.lifetime + staleWindow(freshness) - freshness.age
    return Reuse(
      index: selected.index, status: answer.status,
      headers: answer.headers(selected.stored.headers, age: freshness.wholeAge), range: answer.range,
      age: freshness.wholeAge, freshFor: .seconds(freshFor),
      usableFor: .seconds(freshness.allowsStale ? max(freshFor, usableFor) : freshFor),
      standsInFor: .seconds(standInTime(selected)),
      hasStatedFreshness: freshness.isStated, isStale: isStale, reason: reason ?? freshness.reason)
  }

  /// How many seconds after it went stale a response may be served while it is validated (RFC 5861 section 3).
  func staleWindow(_ freshness: Freshness) -> Double {
    guard freshness.allowsStale else { return 0 }
    if case .fixed = freshness.source { return staleWhileRevalidate.inSeconds }
    return freshness.fields.directives.staleWhileRevalidate.map(Double.init) ?? staleWhileRevalidate.inSeconds
  }
}
