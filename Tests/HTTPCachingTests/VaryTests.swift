import Foundation
import Testing

@testable import HTTPCaching

/// RFC 9111 section 4.1.
@Suite struct VaryTests {
  private static func row(
    _ rule: String, _ expected: ReuseRow.Expected, vary: String, _ first: HTTPHeaders, _ second: HTTPHeaders,
    _ more: HTTPHeaders = [:]
  ) -> ReuseRow {
    var headers: HTTPHeaders = ["Cache-Control": "max-age=5000", "Vary": vary]
    for field in more { headers.append(field.name, field.value) }
    return ReuseRow(rule, expected, after: 0, first: get(first), second: get(second), headers)
  }

  static let rows: [ReuseRow] = [
    row("the same", .cached, vary: "Foo", ["Foo": "1"], ["Foo": "1"]),
    row("another value", .fetched, vary: "Foo", ["Foo": "1"], ["Foo": "2"]),
    row("missing first", .fetched, vary: "Foo", [:], ["Foo": "1"]),
    row("missing second", .fetched, vary: "Foo", ["Foo": "1"], [:]),
    row("missing twice", .cached, vary: "Foo", [:], [:]),
    row("missing is not empty", .fetched, vary: "Foo", [:], ["Foo": ""]),
    row("other fields do not matter", .cached, vary: "Foo", ["Foo": "1", "Other": "2"], ["Foo": "1", "Other": "3"]),
    row("names without case", .cached, vary: "fOO", ["Foo": "1"], ["foo": "1"]),
    row("values with case", .fetched, vary: "Foo", ["Foo": "a"], ["Foo": "A"]),
    row("two, one differs", .fetched, vary: "Foo, Bar", ["Foo": "1", "Bar": "abc"], ["Foo": "2", "Bar": "abc"]),
    row(
      "three", .cached, vary: "Foo, Bar, Baz", ["Foo": "1", "Bar": "a", "Baz": "7"],
      ["Baz": "7", "Bar": "a", "Foo": "1"]),
    row(
      "three, one missing twice", .cached, vary: "Foo, Bar, Baz", ["Foo": "1", "Baz": "7"], ["Foo": "1", "Baz": "7"]),
    row(
      "three, one longer", .fetched, vary: "Foo, Bar, Baz", ["Foo": "1", "Bar": "a", "Baz": "7"],
      ["Foo": "1", "Bar": "ab", "Baz": "7"]),
    row("*", .fetched, vary: "*", ["Foo": "1"], ["Foo": "1"]),
    row("*, *", .fetched, vary: "*, *", ["Foo": "1"], ["Foo": "1"]),
    row("an empty member and *", .fetched, vary: ", *", ["Foo": "1"], ["Foo": "1"]),
    row("* before a name", .fetched, vary: "*, Foo", ["Foo": "1"], ["Foo": "1"]),
    row("* after a name", .fetched, vary: "Foo, *", ["Foo": "1"], ["Foo": "1"]),
    row("* on its own line", .fetched, vary: "Foo", ["Foo": "1"], ["Foo": "1"], ["vary": "*"]),
    row("* with a strong tag", .validated, vary: "*", ["Foo": "1"], ["Foo": "1"], ["ETag": "\"a\""]),
    row("lines are one list", .cached, vary: "Foo", ["Foo": "1, 2"], ["Foo": "1", "Foo": "2"]),
    row("blanks around commas", .cached, vary: "Foo", ["Foo": "1,2"], ["Foo": " 1, 2 "]),
    row("blanks in quotes", .fetched, vary: "Foo", ["Foo": "\"1,2\""], ["Foo": "\"1, 2\""]),
    row("order of an unknown list", .fetched, vary: "Foo", ["Foo": "1, 2"], ["Foo": "2, 1"]),
    row(
      "order of languages", .cached, vary: "Accept-Language", ["Accept-Language": "en, de"],
      ["Accept-Language": "de, en"]),
    row(
      "case of languages", .cached, vary: "Accept-Language", ["Accept-Language": "en, de"],
      ["Accept-Language": "eN, De"]),
    row(
      "blanks of languages", .cached, vary: "Accept-Language", ["Accept-Language": "en, de"],
      ["Accept-Language": " en ,   de"]),
    row(
      "weights of languages", .fetched, vary: "Accept-Language", ["Accept-Language": "en, de"],
      ["Accept-Language": "en, de;q=0.5"]),
    row(
      "forms of one weight", .cached, vary: "Accept-Language", ["Accept-Language": "en;q=0.5"],
      ["Accept-Language": "en ; q=0.500"]),
    row(
      "a weight of one", .cached, vary: "Accept-Language", ["Accept-Language": "en"], ["Accept-Language": "en;q=1.0"]),
    row(
      "the preferred language is there", .cached, vary: "Accept-Language", ["Accept-Language": "en, de"],
      ["Accept-Language": "fr;q=0.5, de;q=1.0"], ["Content-Language": "de"]),
    row(
      "two languages are preferred alike", .fetched, vary: "Accept-Language", ["Accept-Language": "de"],
      ["Accept-Language": "fr, de"], ["Content-Language": "de"]),
    row(
      "a language that is refused", .fetched, vary: "Accept-Language", ["Accept-Language": "de"],
      ["Accept-Language": "de;q=0"], ["Content-Language": "de"]),
    row(
      "order of types", .cached, vary: "Accept", ["Accept": "image/webp, image/*;q=0.8"],
      ["Accept": "image/*; q=0.8,IMAGE/webp"]),
    row("other types", .fetched, vary: "Accept", ["Accept": "image/webp"], ["Accept": "image/avif"]),
    row("parameters of types keep their case", .fetched, vary: "Accept", ["Accept": "a/b;c=D"], ["Accept": "a/b;c=d"]),
    row("codings", .cached, vary: "Accept-Encoding", ["Accept-Encoding": "gzip, br"], ["Accept-Encoding": "br,GZIP"]),
  ]

  @Test(arguments: rows)
  func `a response is for requests that mean the same`(row: ReuseRow) { #expect(row.outcome() == row.expected) }

  @Test func `variants live side by side`() {
    var cache = TestCache()
    let headers: HTTPHeaders = ["Cache-Control": "max-age=5000", "Vary": "Foo"]
    for value in ["1", "2", "3"] {
      _ = cache.send(get(["Foo": value])) { _ in TestAnswer(headers: headers, body: value) }
    }
    for value in ["2", "1", "3"] {
      let outcome = cache.send(get(["Foo": value]), at: 5) { _ in nil }
      #expect(outcome.body == value && outcome.sentCount == 0)
    }
    #expect(cache.stored.count == 3)
  }

  @Test func `selecting fields are named as in Vary and fingerprinted`() {
    var cache = TestCache()
    cache.rules.fingerprint = { "<\($0.utf8.count)>" }
    _ = cache.send(get(["Cookie": "secret=1", "Foo": "a , b"])) { _ in
      TestAnswer(headers: ["Cache-Control": "max-age=9", "Vary": "Foo, COOKIE", "vary": "Bar"])
    }
    #expect(
      cache.stored.first?.selecting == [
        SelectingField(name: "foo", value: "<3>"), SelectingField(name: "cookie", value: "<8>"),
        SelectingField(name: "bar", value: nil),
      ])
    #expect(cache.send(get(["Cookie": "secret=1", "Foo": "a,b"]), at: 1) { _ in nil }.sentCount == 0)
  }

  @Test func `the origin may choose among other variants by their strong tags`() {
    var cache = TestCache()
    for (value, offset) in [("1", 1.0), ("2", 2)] {
      _ = cache.send(get(["Foo": value]), at: offset) { _ in
        TestAnswer(headers: ["Cache-Control": "max-age=5000", "Vary": "Foo", "ETag": "\"\(value)\""], body: value)
      }
    }
    let outcome = cache.send(get(["Foo": "3"]), at: 5) { forward in
      #expect(forward.headers["If-None-Match"] == "\"2\", \"1\"")
      #expect(forward.headers["If-Modified-Since"] == nil)
      return TestAnswer(status: 304, headers: ["ETag": "\"1\"", "Vary": "Foo"], body: "")
    }
    #expect(outcome.status == 200 && outcome.body == "1" && outcome.isValidated)
    // The same request needs no origin now.
    #expect(cache.send(get(["Foo": "3"]), at: 6) { _ in nil }.body == "1")
  }

  @Test(arguments: ["W/\"a\"", "a"])
  func `a tag that is not strong is not offered for another variant`(tag: String) {
    var cache = TestCache()
    let headers: HTTPHeaders = [
      "Cache-Control": "max-age=5000", "Vary": "Foo", "ETag": tag, "Last-Modified": date(-1000),
    ]
    _ = cache.send(get(["Foo": "1"])) { _ in TestAnswer(headers: headers) }
    _ = cache.send(get(["Foo": "2"])) { forward in
      #expect(forward.headers["If-None-Match"] == nil && forward.headers["If-Modified-Since"] == nil)
      return TestAnswer()
    }
  }

  @Test(arguments: ["Cookie", "Authorization"])
  func `nothing of other credentials is offered`(name: String) {
    var cache = TestCache()
    let headers: HTTPHeaders = ["Cache-Control": "max-age=5000", "Vary": name, "ETag": "\"a\""]
    _ = cache.send(get([name: "1"])) { _ in TestAnswer(headers: headers) }
    _ = cache.send(get([name: "2"])) { forward in
      #expect(forward.headers["If-None-Match"] == nil)
      return TestAnswer()
    }
  }

  @Test func `of two that match the more recent answers`() {
    func head(_ offset: Int, _ name: String) -> StoredResponse {
      StoredResponse(
        status: 200, headers: ["Cache-Control": "max-age=9999", "Date": date(offset), "Name": name], requestTime: start,
        responseTime: start)
    }
    for stored in [[head(-50, "old"), head(-5, "new")], [head(-5, "new"), head(-50, "old")]] {
      guard case .serve(let reuse) = CacheRules().decide(now: start, request: get(), stored: stored) else {
        Issue.record("not served")
        return
      }
      #expect(reuse.headers["Name"] == "new")
    }
  }
}
