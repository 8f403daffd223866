import Foundation
import Testing

@testable import HTTPCaching

/// RFC 9111 section 4.3: conditional requests of ours and of the client, and what a 304 does.
@Suite struct ValidationTests {
  static let rows: [ReuseRow] = [
    ReuseRow("a strong tag", .validated, ["Cache-Control": "max-age=2", "ETag": "\"abcdef\""]),
    ReuseRow("a weak tag", .validated, ["Cache-Control": "max-age=2", "ETag": "W/\"abcdef\""]),
    ReuseRow("a tag without quotes, as it is", .validated, ["Cache-Control": "max-age=2", "ETag": "abcdef"]),
    ReuseRow("Last-Modified", .validated, ["Cache-Control": "max-age=2", "Last-Modified": date(-3000)]),
    ReuseRow(
      "a Last-Modified that is no date", .fetched, ["Cache-Control": "max-age=2", "Last-Modified": "yesterday"]),
    ReuseRow("neither", .fetched, ["Cache-Control": "max-age=2"]),
    ReuseRow("no-cache", .validated, after: 0, ["Cache-Control": "no-cache", "ETag": "\"a\""]),
    ReuseRow("no-cache beside a lifetime", .validated, ["Cache-Control": "max-age=9999, No-CaChE", "ETag": "\"a\""]),
    ReuseRow(
      "must-revalidate while fresh", .cached, ["Cache-Control": "max-age=9999, must-revalidate", "ETag": "\"a\""]),
    ReuseRow(
      "must-revalidate when stale", .validated, ["Cache-Control": "max-age=2, must-revalidate", "ETag": "\"a\""]),
  ]

  @Test(arguments: rows)
  func `what is stale is validated by what it has`(row: ReuseRow) { #expect(row.outcome() == row.expected) }

  private static let first: HTTPHeaders = [
    "Cache-Control": "max-age=2", "ETag": "\"a\"", "Last-Modified": date(-3000), "Date": date(0), "Age": "1",
    "Content-Length": "10",
    "Content-Encoding": "gzip", "Content-Type": "image/png", "X-Kept": "1", "X-Old": "1", "X-Old": "2",
  ]

  private func cache(_ headers: HTTPHeaders = first) -> TestCache {
    var cache = TestCache()
    _ = cache.send(get()) { _ in TestAnswer(headers: headers) }
    return cache
  }

  @Test func `both validators are sent`() {
    var cache = cache()
    _ = cache.send(get(), at: 5) { forward in
      #expect(forward.headers["If-None-Match"] == "\"a\"")
      #expect(forward.headers["If-Modified-Since"] == date(-3000))
      #expect(forward.candidates == [0])
      return nil
    }
  }

  @Test func `a 304 replaces every field but those of the body`() throws {
    var cache = cache()
    let outcome = cache.send(get(), at: 5) { _ in
      TestAnswer(
        status: 304,
        headers: [
          "ETag": "\"a\"", "Cache-Control": "max-age=3600", "Content-Length": "0", "Content-Encoding": "br",
          "Content-Range": "bytes 0-1/2", "Content-Type": "image/png;a=b", "x-old": "3", "X-New": "1",
          "Connection": "X-Hop", "X-Hop": "1",
          "Date": date(5),
        ], body: "")
    }
    let fields = try #require(cache.stored.first?.headers)
    #expect(outcome.status == 200 && outcome.body == "0123456789")
    #expect(fields["Content-Length"] == "10" && fields["Content-Encoding"] == "gzip" && fields["Content-Range"] == nil)
    #expect(fields["Content-Type"] == "image/png;a=b" && fields["X-Kept"] == "1" && fields["X-New"] == "1")
    #expect(fields.values("X-Old") == ["3"] && fields["X-Hop"] == nil && fields["Connection"] == nil)
    #expect(fields["Age"] == nil && fields["Date"] == date(5))
    #expect(outcome.headers["Age"] == "0")
    #expect(cache.send(get(), at: 3600) { _ in nil }.sentCount == 0)
  }

  @Test(
    arguments: [
      ("image/png", "text/html", "image/png"), ("image/png", "text/html; charset=utf-8", "image/png"),
      ("image/png", "", "image/png"), ("image/png", "image/webp", "image/png"), (nil, "text/html", nil),
      ("image/svg+xml", "Image/SVG+XML ; charset=utf-8", "Image/SVG+XML ; charset=utf-8"),
    ] as [(String?, String, String?)])
  func `the Content-Type of a 304 does not make the stored body something else`(
    stored: String?, received: String, kept: String?
  ) {
    var headers: HTTPHeaders = ["Cache-Control": "max-age=1", "ETag": "\"a\""]
    headers["Content-Type"] = stored
    var cache = cache(headers)
    for offset in [5.0, 10] {
      let outcome = cache.send(get(), at: offset) { _ in
        TestAnswer(status: 304, headers: ["ETag": "\"a\"", "Content-Type": received, "X-New": "1"], body: "")
      }
      #expect(outcome.isValidated && outcome.headers["Content-Type"] == kept)
      #expect(cache.stored.first?.headers.values("Content-Type") == kept.map { [$0] } ?? [])
      #expect(cache.stored.first?.headers["X-New"] == "1")
    }
  }

  @Test func `a 304 without fields freshens from its receipt`() {
    var cache = cache(["Cache-Control": "max-age=60", "ETag": "\"a\"", "Age": "50", "Date": date(0)])
    _ = cache.send(get(), at: 100) { _ in TestAnswer(status: 304, headers: [:], body: "") }
    #expect(cache.send(get(), at: 159) { _ in nil }.sentCount == 0)
    #expect(cache.send(get(), at: 161) { _ in TestAnswer() }.sentCount == 1)
  }

  @Test func `a 304 that must not be stored leaves what is stored as it is`() {
    var cache = cache()
    let before = cache.stored
    let outcome = cache.send(get(), at: 5) { _ in
      TestAnswer(status: 304, headers: ["Cache-Control": "no-store, max-age=900", "X-Kept": "2"], body: "")
    }
    #expect(outcome.body == "0123456789")
    #expect(cache.stored == before)
  }

  @Test(
    arguments: [
      ["ETag": "\"b\""], ["ETag": "W/\"b\""], ["Last-Modified": date(-2000)],
    ] as [HTTPHeaders])
  func `a 304 about something else is asked again without conditions`(headers: HTTPHeaders) {
    var cache = cache()
    let outcome = cache.send(get(), at: 5) { forward in
      forward.candidates.isEmpty ? TestAnswer(body: "new") : TestAnswer(status: 304, headers: headers, body: "")
    }
    #expect(outcome.sentCount == 2 && outcome.body == "new")
    #expect(cache.sent.last?.headers == [:])
  }

  @Test(arguments: [["ETag": "W/\"a\""], ["ETag": "\"a\"", "Last-Modified": date(-2000)], [:]] as [HTTPHeaders])
  func `a 304 is about the response with its tag or the only one`(headers: HTTPHeaders) {
    var cache = cache()
    #expect(cache.send(get(), at: 5) { _ in TestAnswer(status: 304, headers: headers, body: "") }.isValidated)
  }

  @Test func `an origin that says 304 to everything ends the attempts`() {
    var cache = cache()
    let outcome = cache.send(get(), at: 5) { _ in TestAnswer(status: 304, headers: ["ETag": "\"b\""], body: "") }
    #expect(outcome.status == 304 && outcome.sentCount == 2)
  }

  static let conditions: [(HTTPHeaders, HTTPHeaders, Int)] = [
    (["If-None-Match": "\"a\""], ["ETag": "\"a\""], 304), (["If-None-Match": "W/\"a\""], ["ETag": "\"a\""], 304),
    (["If-None-Match": "\"a\""], ["ETag": "W/\"a\""], 304),
    (["If-None-Match": "\"x\", \"a\", \"y\""], ["ETag": "\"a\""], 304),
    (["If-None-Match": "\"x\"", "if-none-match": "\"a\""], ["ETag": "\"a\""], 304),
    (["If-None-Match": "\"x,a\\\""], ["ETag": "\"x,a\\\""], 304), (["If-None-Match": "*"], ["ETag": "\"a\""], 304),
    (["If-None-Match": "*"], [:], 304), (["If-None-Match": "\"b\""], ["ETag": "\"a\""], 200),
    (["If-None-Match": "a"], ["ETag": "\"a\""], 200), (["If-None-Match": "a"], ["ETag": "a"], 304),
    (["If-None-Match": "\"A\""], ["ETag": "\"a\""], 200), (["If-None-Match": "\"a\""], [:], 200),
    (["If-Modified-Since": date(-3000)], ["Last-Modified": date(-3000)], 304),
    (["If-Modified-Since": date(-2000)], ["Last-Modified": date(-3000)], 304),
    (["If-Modified-Since": date(-4000)], ["Last-Modified": date(-3000)], 200),
    (["If-Modified-Since": "Tue Nov 14 21:23:20 2023"], ["Last-Modified": date(-3000)], 304),
    (["If-Modified-Since": "yesterday"], ["Last-Modified": date(-3000)], 200),
    (["If-Modified-Since": date(0)], ["Date": date(0)], 304), (["If-Modified-Since": date(-1)], ["Date": date(0)], 200),
    (
      ["If-None-Match": "\"a\"", "If-Modified-Since": date(-9000)], ["ETag": "\"a\"", "Last-Modified": date(-3000)], 304
    ),
    (["If-None-Match": "\"b\"", "If-Modified-Since": date(0)], ["ETag": "\"a\"", "Last-Modified": date(-3000)], 200),
  ]

  @Test(arguments: conditions)
  func `the client's condition is answered from a fresh response`(
    request: HTTPHeaders, response: HTTPHeaders, status: Int
  ) {
    var headers = response
    headers.append("Cache-Control", "max-age=100")
    headers.append("Content-Length", "10")
    var cache = cache(headers)
    let outcome = cache.send(get(request), at: 1) { _ in nil }
    #expect(outcome.status == status && outcome.sentCount == 0)
    #expect(outcome.body == (status == 304 ? "" : "0123456789"))
    #expect(outcome.headers["ETag"] == response["ETag"] && outcome.headers["Age"] == "1")
    #expect((outcome.headers["Content-Length"] == nil) == (status == 304))
  }

  @Test func `a client's condition on a stale response is judged after validation`() {
    var cache = cache()
    let outcome = cache.send(get(["If-None-Match": "\"a\""]), at: 5) { forward in
      #expect(forward.headers["If-None-Match"] == "\"a\"")
      return TestAnswer(status: 304, headers: ["ETag": "\"a\""], body: "")
    }
    #expect(outcome.status == 304 && outcome.isValidated)
  }

  @Test func `the client's tags and ours go together, and the 304 says whose it is`() {
    for (tag, status) in [("\"a\"", 200), ("\"c\"", 304)] {
      var cache = cache()
      let outcome = cache.send(get(["If-None-Match": "\"c\""]), at: 5) { forward in
        #expect(forward.headers["If-None-Match"] == "\"a\", \"c\"")
        return TestAnswer(status: 304, headers: ["ETag": tag], body: "")
      }
      #expect(outcome.status == status && outcome.isValidated == (status == 200))
    }
  }

  @Test func `a 304 to the client's tags and ours that names none is asked again`() {
    var cache = cache()
    let outcome = cache.send(get(["If-None-Match": "\"c\""]), at: 5) { forward in
      TestAnswer(status: forward.candidates.isEmpty ? 200 : 304, headers: [:])
    }
    #expect(outcome.sentCount == 2 && outcome.status == 200)
    #expect(cache.sent.last?.headers == ["If-None-Match": "\"c\""])
  }

  @Test func `a client's condition goes through when nothing is stored`() {
    var cache = TestCache()
    let outcome = cache.send(get(["If-None-Match": "\"c\""])) { forward in
      #expect(forward.headers == ["If-None-Match": "\"c\""])
      return TestAnswer(status: 304, headers: ["ETag": "\"c\""], body: "")
    }
    #expect(outcome.status == 304 && cache.stored.isEmpty)
  }

  @Test(arguments: ["If-Match", "If-Unmodified-Since"])
  func `conditions for the origin go to the origin`(name: String) {
    var cache = cache(["Cache-Control": "max-age=100"])
    #expect(cache.send(get([name: "\"a\""]), at: 1) { _ in TestAnswer() }.sentCount == 1)
  }
}
