import Foundation
import Testing

@testable import HTTPCaching

/// RFC 9111 section 5.2.1, and the modes of a caller.
@Suite struct RequestTests {
  private static func row(
    _ value: String, _ expected: ReuseRow.Expected, after wait: Double = 3,
    _ headers: HTTPHeaders = ["Cache-Control": "max-age=1500"]
  ) -> ReuseRow {
    ReuseRow(value, expected, after: wait, second: get(["Cache-Control": value]), headers)
  }

  static let rows: [ReuseRow] = [
    row("max-age=0", .fetched, after: 0), row("max-age=1", .fetched), row("max-age=4", .cached),
    row("max-age=x", .fetched),
    row("max-age=600", .fetched, ["Cache-Control": "max-age=100000", "Age": "1800"]),
    row("max-stale=1000", .cached, ["Cache-Control": "max-age=2"]),
    row("max-stale", .cached, ["Cache-Control": "max-age=2"]),
    row("max-stale=1000", .cached, after: 0, ["Cache-Control": "max-age=1500", "Age": "2000"]),
    row("max-stale=100", .fetched, after: 0, ["Cache-Control": "max-age=1500", "Age": "2000"]),
    row("max-stale=x", .fetched, ["Cache-Control": "max-age=2"]),
    row("max-stale=1000", .fetched, ["Cache-Control": "max-age=2, must-revalidate"]),
    row("max-stale=1000", .fetched, ["Cache-Control": "max-age=2000, no-cache"]),
    row("min-fresh=2000", .fetched), row("min-fresh=1000", .cached), row("min-fresh=x", .cached),
    row("min-fresh=1000", .fetched, ["Cache-Control": "max-age=1500", "Age": "1000"]),
    row("max-stale=1000, min-fresh=10", .fetched, ["Cache-Control": "max-age=2"]),
    row("no-cache", .fetched), row("No-Cache", .fetched), row("no-cache=\"x\"", .fetched),
    row("no-cache", .validated, ["Cache-Control": "max-age=1500", "ETag": "\"a\""]),
    row("no-cache", .validated, ["Cache-Control": "max-age=1500", "Last-Modified": date(-100)]),
    row("no-store", .fetched, ["Cache-Control": "max-age=1500", "ETag": "\"a\""]),
    row("only-if-cached", .cached), row("foobar", .cached), row("x=\"no-cache\"", .cached),
  ]

  @Test(arguments: rows)
  func `a request's Cache-Control is honoured`(row: ReuseRow) { #expect(row.outcome() == row.expected) }

  @Test func `Pragma no-cache counts where there is no Cache-Control`() {
    func outcome(_ request: HTTPHeaders) -> ReuseRow.Expected {
      ReuseRow("", .cached, second: get(request), ["Cache-Control": "max-age=100"]).outcome()
    }
    #expect(outcome(["Pragma": "no-cache"]) == .fetched)
    #expect(outcome(["Pragma": "x, No-Cache"]) == .fetched)
    #expect(outcome(["Pragma": "extension"]) == .cached)
    #expect(outcome(["Pragma": "no-cache", "Cache-Control": "max-age=50"]) == .cached)
  }

  @Test func `only-if-cached without a usable response is 504 and asks nobody`() {
    for request in [get(["Cache-Control": "only-if-cached"]), get(mode: .onlyCached)] {
      var cache = TestCache()
      let outcome = cache.send(request) { _ in TestAnswer() }
      #expect(outcome.status == 504 && outcome.sentCount == 0)
    }
    var stale = TestCache()
    _ = stale.send(get()) { _ in TestAnswer(headers: ["Cache-Control": "max-age=1"]) }
    #expect(stale.send(get(["Cache-Control": "only-if-cached"]), at: 5) { _ in TestAnswer() }.status == 504)
    #expect(stale.send(get(["Cache-Control": "only-if-cached, max-stale"]), at: 5) { _ in nil }.status == 200)
    #expect(stale.send(get(["Cache-Control": "only-if-cached, no-store"]), at: 5) { _ in nil }.status == 504)
  }

  @Test func `a no-store request neither reads nor writes`() {
    for request in [get(["Cache-Control": "no-store"]), get(mode: .noStore)] {
      var cache = TestCache()
      _ = cache.send(request) { _ in TestAnswer(headers: ["Cache-Control": "max-age=100"]) }
      #expect(cache.stored.isEmpty)
      _ = cache.send(get()) { _ in TestAnswer(headers: ["Cache-Control": "max-age=100"]) }
      #expect(cache.send(request, at: 1) { _ in TestAnswer() }.sentCount == 1)
      #expect(cache.stored.count == 1)
    }
  }

  @Test func `reload asks without conditions and stores`() {
    var cache = TestCache()
    let headers: HTTPHeaders = ["Cache-Control": "max-age=100", "ETag": "\"a\""]
    _ = cache.send(get()) { _ in TestAnswer(headers: headers) }
    let outcome = cache.send(get(mode: .reload), at: 1) { forward in
      #expect(forward.headers == ["Cache-Control": "no-cache"])
      return TestAnswer(headers: headers, body: "new")
    }
    #expect(outcome.body == "new" && cache.bodies == ["new"])
    #expect(cache.send(get(mode: .reload), at: 1) { _ in nil }.status == 0)
  }

  @Test func `revalidate validates what is fresh unless it is immutable`() {
    for (value, sent) in [("max-age=100", 1), ("max-age=100, immutable", 0), ("max-age=2, immutable", 1)] {
      var cache = TestCache()
      _ = cache.send(get()) { _ in TestAnswer(headers: ["Cache-Control": value, "ETag": "\"a\""]) }
      let outcome = cache.send(get(mode: .revalidate), at: 3) { forward in
        #expect(forward.headers["Cache-Control"] == "max-age=0" && forward.headers["If-None-Match"] == "\"a\"")
        return TestAnswer(status: 304, headers: [:], body: "")
      }
      #expect(outcome.sentCount == sent && outcome.body == "0123456789")
    }
  }

  @Test(arguments: [CacheMode.reload, .revalidate]) func `the client's own Cache-Control stays`(mode: CacheMode) {
    var cache = TestCache()
    _ = cache.send(get(["Cache-Control": "max-age=7"], mode: mode)) { forward in
      #expect(forward.headers == ["Cache-Control": "max-age=7"])
      return nil
    }
  }

  @Test(
    arguments: [CacheMode.preferCache, .onlyCached], ["max-age=1", "no-cache, max-age=1", "max-age=1, must-revalidate"])
  func `a stored response however old`(mode: CacheMode, value: String) {
    var cache = TestCache()
    _ = cache.send(get()) { _ in TestAnswer(headers: ["Cache-Control": value]) }
    let outcome = cache.send(get(mode: mode), at: 1e8) { _ in nil }
    #expect(outcome.status == 200 && outcome.sentCount == 0)
  }

  @Test func `offline first asks the origin for another variant and for an error that went stale`() {
    var cache = TestCache()
    _ = cache.send(get(["A": "1"])) { _ in TestAnswer(headers: ["Cache-Control": "max-age=1", "Vary": "A"]) }
    #expect(cache.send(get(["A": "2"], mode: .preferCache), at: 5) { _ in TestAnswer() }.sentCount == 1)
    var missing = TestCache()
    _ = missing.send(get()) { _ in TestAnswer(status: 404, headers: ["Cache-Control": "max-age=10"]) }
    #expect(missing.send(get(mode: .preferCache), at: 5) { _ in nil }.status == 404)
    #expect(missing.send(get(mode: .preferCache), at: 50) { _ in TestAnswer() }.status == 200)
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "get"]) func `other methods go to the origin`(method: String) {
    var cache = TestCache()
    _ = cache.send(get()) { _ in TestAnswer(headers: ["Cache-Control": "max-age=100", "ETag": "\"a\""]) }
    let request = CacheRequest(method: method, url: get().url)
    guard case .fetch(let forward) = cache.rules.decide(now: start, request: request, stored: cache.stored) else {
      Issue.record("not fetched")
      return
    }
    #expect(forward.headers == [:] && forward.candidates.isEmpty && forward.onError == nil)
  }
}
