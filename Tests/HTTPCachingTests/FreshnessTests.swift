import Foundation
import Testing

@testable import HTTPCaching

/// RFC 9111 section 4.2. Each row waits three seconds between its two requests unless it says otherwise.
@Suite struct FreshnessTests {
  static let cacheControl: [ReuseRow] = [
    ReuseRow("max-age", .cached, ["Cache-Control": "max-age=3600"]),
    ReuseRow("max-age that is over", .fetched, ["Cache-Control": "max-age=2", "Date": date(0)]),
    ReuseRow("fresh means younger than max-age", .fetched, ["Cache-Control": "max-age=3", "Date": date(0)]),
    ReuseRow("max-age=0", .fetched, after: 0, ["Cache-Control": "max-age=0"]),
    ReuseRow("no freshness at all", .fetched, after: 0, [:]),
    ReuseRow("2^31 - 1", .cached, ["Cache-Control": "max-age=2147483647"]),
    ReuseRow("2^31", .cached, ["Cache-Control": "max-age=2147483648"]),
    ReuseRow("2^31 + 1", .cached, ["Cache-Control": "max-age=2147483649"]),
    ReuseRow("more than 32 bits", .cached, ["Cache-Control": "max-age=99999999999"]),
    ReuseRow("more than 64 bits", .cached, ["Cache-Control": "max-age=99999999999999999999999999"]),
    ReuseRow("an unknown directive beside it", .cached, ["Cache-Control": "foobar, max-age=3600"]),
    ReuseRow("any case", .cached, ["Cache-Control": "MaX-aGe=3600"]),
    ReuseRow("negative", .fetched, ["Cache-Control": "max-age=-3600"]),
    ReuseRow("leading zeros", .cached, ["Cache-Control": "max-age=003600"]),
    ReuseRow("quoted", .cached, ["Cache-Control": "max-age=\"3600\""]),
    ReuseRow("single quotes are no quotes", .fetched, ["Cache-Control": "max-age='3600'"]),
    ReuseRow("inside another's quotes before", .fetched, ["Cache-Control": "extension=\"max-age=3600\", max-age=1"]),
    ReuseRow("inside another's quotes after", .fetched, ["Cache-Control": "max-age=1, extension=\"max-age=3600\""]),
    ReuseRow(
      "a comma in another's quotes", .fetched, ["Cache-Control": "extension=\"a, max-age=3600, \\\", b\", max-age=1"]),
    ReuseRow("blank before =", .fetched, ["Cache-Control": "max-age =3600"]),
    ReuseRow("blank after =", .fetched, ["Cache-Control": "max-age= 3600"]),
    ReuseRow("a fraction", .fetched, ["Cache-Control": "max-age=3600.0"]),
    ReuseRow("a letter before", .fetched, ["Cache-Control": "max-age=a3600"]),
    ReuseRow("a letter after", .fetched, ["Cache-Control": "max-age=3600a"]),
    ReuseRow("no number", .fetched, ["Cache-Control": "max-age"]),
    ReuseRow("the first of two", .cached, ["Cache-Control": "max-age=1800, max-age=1"]),
    ReuseRow("the first of two, stale", .fetched, ["Cache-Control": "max-age=1, max-age=1800"]),
    ReuseRow("the first of two lines", .cached, ["Cache-Control": "max-age=1800", "cache-control": "max-age=1"]),
    ReuseRow("an invalid first one is stale", .fetched, ["Cache-Control": "max-age=x, max-age=1800"]),
    ReuseRow("s-maxage is for shared caches", .fetched, ["Cache-Control": "s-maxage=3600, max-age=1"]),
    ReuseRow("s-maxage alone says nothing", .fetched, ["Cache-Control": "s-maxage=3600"]),
    ReuseRow(
      "before a past Expires", .cached, ["Cache-Control": "max-age=3600", "Expires": date(-7200), "Date": date(0)]),
    ReuseRow("before an invalid Expires", .cached, ["Cache-Control": "max-age=3600", "Expires": "0", "Date": date(0)]),
    ReuseRow(
      "0 before a future Expires", .fetched, ["Cache-Control": "max-age=0", "Expires": date(3600), "Date": date(0)]),
  ]

  static let expires: [ReuseRow] = [
    ReuseRow("future", .cached, ["Expires": date(2_592_000), "Date": date(0)]),
    ReuseRow("past", .fetched, ["Expires": date(-2_592_000), "Date": date(0)]),
    ReuseRow("the same as Date", .fetched, after: 0, ["Expires": date(0), "Date": date(0)]),
    ReuseRow("before a fast Date", .fetched, ["Expires": date(300), "Date": date(400)]),
    ReuseRow("0", .fetched, after: 0, ["Expires": "0", "Date": date(0)]),
    ReuseRow("with an invalid Date it counts from receipt", .cached, ["Expires": date(10), "Date": "foo"]),
    ReuseRow("without Date it counts from receipt", .cached, ["Expires": date(10)]),
    ReuseRow("Age with a slow Date", .fetched, after: 0, ["Expires": date(10), "Date": date(-10), "Age": "25"]),
    ReuseRow("Age with a fast Date", .fetched, after: 0, ["Expires": date(20), "Date": date(10), "Age": "15"]),
    ReuseRow("in 2286", .cached, ["Expires": "Sun, 21 Nov 2286 04:46:39 GMT", "Date": date(0)]),
    ReuseRow("of the RFC 850 form", .cached, ["Expires": "Thursday, 18-Aug-50 02:01:18 GMT", "Date": date(0)]),
    ReuseRow("of another zone", .fetched, ["Expires": "Thu, 18 Aug 2050 02:01:18 UTC", "Date": date(0)]),
    ReuseRow("an invalid one forbids heuristics", .validated, ["Expires": "0", "Last-Modified": date(-86400)]),
    ReuseRow("two lines: the first", .fetched, ["Expires": date(0), "expires": date(3600), "Date": date(0)]),
  ]

  static let age: [ReuseRow] = [
    ReuseRow("more than max-age", .fetched, ["Cache-Control": "max-age=3600", "Date": date(0), "Age": "7200"]),
    ReuseRow("an old Date is an age", .fetched, ["Cache-Control": "max-age=3600", "Date": date(-7200)]),
    ReuseRow("no number", .cached, ["Cache-Control": "max-age=3600", "Date": date(0), "Age": "abc"]),
    ReuseRow("negative", .cached, ["Cache-Control": "max-age=3600", "Date": date(0), "Age": "-7200"]),
    ReuseRow("a fraction", .cached, ["Cache-Control": "max-age=3600", "Date": date(0), "Age": "7200.0"]),
    ReuseRow("a parameter", .cached, ["Cache-Control": "max-age=3600", "Date": date(0), "Age": "7200;foo=bar"]),
    ReuseRow("empty", .cached, ["Cache-Control": "max-age=3600", "Date": date(0), "Age": ""]),
    ReuseRow("2^31 - 1", .fetched, ["Cache-Control": "max-age=3600", "Date": date(0), "Age": "2147483647"]),
    ReuseRow("2^31 + 1", .fetched, ["Cache-Control": "max-age=3600", "Date": date(0), "Age": "2147483649"]),
    ReuseRow(
      "more than 64 bits", .fetched, ["Cache-Control": "max-age=3600", "Date": date(0), "Age": "99999999999999999999"]),
    ReuseRow("as large as max-age", .fetched, ["Cache-Control": "max-age=99999999999", "Age": "99999999999"]),
    ReuseRow("the first member, old", .fetched, ["Cache-Control": "max-age=3600", "Date": date(0), "Age": "7200, 0"]),
    ReuseRow("the first member, young", .cached, ["Cache-Control": "max-age=3600", "Date": date(0), "Age": "0, 7200"]),
    ReuseRow("the first line, old", .fetched, ["Cache-Control": "max-age=3600", "Age": "7200", "age": "0"]),
    ReuseRow("the first line, young", .cached, ["Cache-Control": "max-age=3600", "Age": "0", "age": "7200"]),
    ReuseRow(
      "an invalid first line hides the second", .cached, ["Cache-Control": "max-age=3600", "Age": "x", "age": "7200"]),
  ]

  @Test(arguments: cacheControl)
  func `Cache-Control of a response says how long it is fresh`(row: ReuseRow) { #expect(row.outcome() == row.expected) }

  @Test(arguments: expires)
  func `Expires counts from Date`(row: ReuseRow) { #expect(row.outcome() == row.expected) }

  @Test(arguments: age)
  func `Age and Date make a response older`(row: ReuseRow) { #expect(row.outcome() == row.expected) }

  @Test(arguments: [200, 203, 204, 299, 300, 301, 302, 307, 308, 400, 403, 404, 410, 499, 500, 502, 503, 504, 599])
  func `every final status is fresh as its origin says`(status: Int) {
    let fresh = ReuseRow("", .cached, status: status, ["Cache-Control": "max-age=100000"])
    #expect(fresh.outcome() == .cached)
    let stale = ReuseRow("", .fetched, status: status, ["Expires": date(-5000), "Date": date(0)])
    #expect(stale.outcome() == .fetched)
  }

  @Test(arguments: [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501])
  func `a tenth of the time since the last change is fresh where the status allows it`(status: Int) {
    let headers: HTTPHeaders = ["Last-Modified": date(-86400), "Date": date(0)]
    #expect(ReuseRow("", .cached, status: status, after: 8639, headers).outcome() == .cached)
    #expect(ReuseRow("", .cached, status: status, after: 8641, headers).outcome() != .cached)
  }

  @Test(arguments: [201, 202, 302, 307, 403, 502, 503, 504, 599])
  func `other statuses have heuristic freshness only when they are public`(status: Int) {
    let headers: HTTPHeaders = ["Last-Modified": date(-86400), "Date": date(0)]
    #expect(ReuseRow("", .fetched, status: status, headers).outcome() == .fetched)
    var open = headers
    open.append("Cache-Control", "public")
    #expect(ReuseRow("", .cached, status: status, open).outcome() == .cached)
  }

  @Test func `heuristic freshness has a bound`() {
    let row = ReuseRow(
      "", .cached, after: 7 * 86400 - 1, ["Last-Modified": "Thu, 01 Jan 1970 00:00:00 GMT", "Date": date(0)])
    #expect(row.outcome() == .cached)
    var late = row
    late.wait = 7 * 86400 + 1
    #expect(late.outcome() == .validated)
  }

  @Test func `a last change in the future gives no freshness`() {
    #expect(ReuseRow("", .validated, ["Last-Modified": date(500), "Date": date(0)]).outcome() == .validated)
  }

  @Test func `the age is counted in fractions and floored at last`() throws {
    let head = StoredResponse(
      status: 200, headers: ["Cache-Control": "max-age=10", "Age": "3", "Date": date(0)], requestTime: start + 0.3,
      responseTime: start + 0.9)
    // 3 s of Age and 0.6 s of delay, and then 1.2 s here.
    let reuse = try #require(CacheRules().reuse(head, index: 0, request: get(), now: start + 2.1))
    #expect(reuse.age == 4)
    #expect(reuse.headers.values("Age") == ["4"])
    #expect(abs(reuse.freshFor.inSeconds - 5.2) < 1e-6)
    #expect(reuse.reason == "fresh for 6 s more (max-age=10, age 4 s)")
  }

  @Test(
    arguments: [
      (["Cache-Control": "max-age=60", "Age": "72"], "stale by 12 s (max-age=60, age 72 s)"),
      (["Expires": date(100), "Date": date(0)], "fresh for 100 s more (expires 100 s after Date, age 0 s)"),
      (["Expires": "0"], "stale by 0 s (Expires is no date, age 0 s)"),
      (["Last-Modified": date(-1000), "Date": date(0)], "fresh for 100 s more (heuristic 100 s, age 0 s)"),
      (["Cache-Control": "max-age=3600", "Age": "300000"], "stale by 3 days (max-age=3600, age 3 days)"),
      (["Cache-Control": "no-cache"], "the server wants each use validated (no-cache)"),
      ([:], "nothing says how long it is fresh"),
    ] as [(HTTPHeaders, String)])
  func `the reason is one clause for a person`(headers: HTTPHeaders, reason: String) {
    let head = StoredResponse(status: 200, headers: headers, requestTime: start, responseTime: start)
    #expect(CacheRules().reuse(head, index: 0, request: get(), now: start)?.reason == reason)
  }

  @Test(
    arguments: [
      (["Cache-Control": "max-age=60", "Age": "19"], .fresh(.seconds(41))),
      (["Cache-Control": "max-age=60", "Age": "72"], .stale(.seconds(12))),
      (["Cache-Control": "max-age=60, no-cache"], .validated), (["ETag": "\"1\""], .validated),
    ] as [(HTTPHeaders, Outlook.State)])
  func `who looks at a stored response learns what it is worth, whatever it varies with`(
    headers: HTTPHeaders, state: Outlook.State
  ) {
    var head = StoredResponse(status: 200, headers: headers, requestTime: start, responseTime: start)
    head.selecting = [SelectingField(name: "accept", value: "x")]
    #expect(CacheRules().outlook(head, now: start).state == state)
    head.isTimeTrusted = false
    #expect(CacheRules().outlook(head, now: start).state == .validated)
  }
}
