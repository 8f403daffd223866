import Foundation
import Testing

@testable import HTTPCaching

/// RFC 9111 section 4.2.4 and RFC 5861: when a stale response answers.
@Suite struct StaleTests {
  private func cache(_ cacheControl: String, status: Int = 200) -> TestCache {
    var cache = TestCache()
    _ = cache.send(get()) { _ in
      TestAnswer(status: status, headers: ["Cache-Control": cacheControl, "ETag": "\"a\""])
    }
    return cache
  }

  @Test func `within stale-while-revalidate the stale response answers and is validated behind`() {
    var cache = cache("max-age=1, stale-while-revalidate=4")
    let outcome = cache.send(get(), at: 4) { forward in
      #expect(forward.headers["If-None-Match"] == "\"a\"")
      return TestAnswer(headers: ["Cache-Control": "max-age=100"], body: "new")
    }
    #expect(outcome.sentCount == 0 && outcome.body == "0123456789")
    #expect(cache.send(get(), at: 5) { _ in nil }.body == "new")
  }

  @Test(
    arguments: [
      ("max-age=1, stale-while-revalidate=4", 6.0), ("max-age=1, stale-while-revalidate=x", 2),
      ("max-age=1, stale-while-revalidate=4, must-revalidate", 2), ("max-age=9, stale-while-revalidate=4, no-cache", 2),
      ("max-age=1", 2),
    ] as [(String, Double)])
  func `beyond it, or where stale use is forbidden, the origin is asked first`(value: String, offset: Double) {
    var cache = cache(value)
    #expect(cache.send(get(), at: offset) { _ in TestAnswer() }.sentCount == 1)
  }

  @Test(arguments: ["max-age=9", "min-fresh=1", "no-cache"])
  func `a request that limits the age takes nothing stale`(value: String) {
    var cache = cache("max-age=1, stale-while-revalidate=400")
    #expect(cache.send(get(["Cache-Control": value]), at: 5) { _ in TestAnswer() }.sentCount == 1)
  }

  @Test func `the default for stale-while-revalidate holds where the response says nothing`() {
    for (value, sent) in [
      ("max-age=1", 0), ("max-age=1, stale-while-revalidate=2", 1), ("max-age=1, must-revalidate", 1),
    ] {
      var cache = cache(value)
      cache.rules.staleWhileRevalidate = .seconds(60)
      #expect(cache.send(get(), at: 30) { _ in TestAnswer() }.sentCount == sent)
    }
  }

  @Test(
    arguments: [
      ("max-age=2", 100.0, true), ("max-age=2", 7 * 86400, true), ("max-age=2", 7 * 86400 + 10, false),
      ("max-age=2, stale-if-error=60", 60, true), ("max-age=2, stale-if-error=60", 70, false),
      ("max-age=2, stale-if-error=9999999", 9_000_000, true), ("max-age=2, must-revalidate", 5, false),
      ("max-age=2, no-cache", 1, false),
      ("max-age=2, must-revalidate, stale-if-error=60", 5, false), ("max-age=2, proxy-revalidate, s-maxage=1", 5, true),
    ] as [(String, Double, Bool)])
  func `an origin that fails is stood in for within a bound`(value: String, offset: Double, isServed: Bool) {
    for status in [500, 502, 503, 504] {
      var cache = cache(value)
      let outcome = cache.send(get(), at: offset) { _ in TestAnswer(status: status, headers: [:], body: "broken") }
      #expect(outcome.status == (isServed ? 200 : status))
    }
    var cache = cache(value)
    let isForbidden = value.contains("must-revalidate") || value.contains("no-cache")
    #expect(cache.send(get(), at: offset) { _ in nil }.status == (isServed ? 200 : isForbidden ? 504 : 0))
  }

  @Test(arguments: [400, 404, 501]) func `other statuses are the origin's answer`(status: Int) {
    var cache = cache("max-age=2")
    #expect(cache.send(get(), at: 5) { _ in TestAnswer(status: status) }.status == status)
  }

  @Test func `a stored error stands in for another one only where its server says so`() {
    var silent = cache("max-age=2", status: 404)
    #expect(silent.send(get(), at: 5) { _ in nil }.status == 0)
    var explicit = cache("max-age=2, stale-if-error=60", status: 404)
    #expect(explicit.send(get(), at: 5) { _ in nil }.status == 404)
  }

  @Test func `a request may say stale-if-error itself`() {
    var cache = cache("max-age=2, stale-if-error=600")
    #expect(cache.send(get(["Cache-Control": "stale-if-error=10"]), at: 5) { _ in nil }.status == 200)
    #expect(cache.send(get(["Cache-Control": "stale-if-error=10"]), at: 50) { _ in nil }.status == 0)
  }

  @Test func `a reuse says how long it is fresh and usable`() throws {
    let head = StoredResponse(
      status: 200, headers: ["Cache-Control": "max-age=60, stale-while-revalidate=30"], requestTime: start,
      responseTime: start)
    let rules = CacheRules()
    let fresh = try #require(rules.reuse(head, index: 3, request: get(), now: start + 20))
    #expect(fresh.index == 3 && !fresh.isStale && fresh.hasStatedFreshness)
    #expect(fresh.freshFor == .seconds(40) && fresh.usableFor == .seconds(70))
    let stale = try #require(rules.reuse(head, index: 0, request: get(), now: start + 80))
    #expect(stale.isStale && stale.freshFor == .zero && stale.usableFor == .seconds(10))
    let old = try #require(rules.reuse(head, index: 0, request: get(), now: start + 1000))
    #expect(old.freshFor == .zero && old.usableFor == .zero)
    let silent = StoredResponse(status: 200, headers: [:], requestTime: start, responseTime: start)
    #expect(rules.reuse(silent, index: 0, request: get(), now: start)?.hasStatedFreshness == false)
  }

  @Test(
    arguments: [
      ("max-age=60", 7 * 86400 + 40), ("max-age=60, stale-if-error=30", 70), ("max-age=60, stale-if-error=0", 40),
      ("max-age=60, must-revalidate", 0), ("no-cache", 0), ("max-age=10, stale-if-error=5", 0),
    ] as [(String, Double)])
  func `a reuse says for how long it may stand in`(value: String, seconds: Double) throws {
    var stored = StoredResponse(
      status: 200, headers: ["Cache-Control": value], requestTime: start, responseTime: start)
    let rules = CacheRules()
    #expect(
      try #require(rules.reuse(stored, index: 0, request: get(), now: start + 20)).standsInFor == .seconds(seconds))
    // Of an age that nobody knows: the whole bound from now on.
    stored.isTimeTrusted = false
    let unknown = try #require(rules.reuse(stored, index: 0, request: get(), now: start + 20)).standsInFor
    let isAllowed = !value.contains("must-revalidate") && !value.contains("no-cache") && !value.contains("error=0")
    #expect((unknown > .zero) == isAllowed)
  }

  @Test(
    arguments: [
      ("120", 120), (" 7\t", 7), ("99999999999999999999", 1 << 31), ("0", 0), (date(30), 30), (date(-30), 0), ("", nil),
      ("-1", nil), ("1.5", nil), ("soon", nil), ("120, 3", nil),
    ] as [(String, Int?)])
  func `Retry-After is seconds or a date`(value: String, seconds: Int?) {
    #expect(RetryAfter.parse(value, now: start) == seconds.map { .seconds($0) })
  }
}
