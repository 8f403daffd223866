import Foundation
import Testing

@testable import HTTPCaching

/// RFC 9111 section 3: what is stored, and of that which fields.
@Suite struct StorageTests {
  private let rules = CacheRules()

  static let stored: [ReuseRow] = [
    ReuseRow("private", .cached, ["Cache-Control": "private, max-age=3600"]),
    ReuseRow("no-store", .fetched, after: 0, ["Cache-Control": "no-store"]),
    ReuseRow("no-store in any case", .fetched, after: 0, ["Cache-Control": "No-StOrE, max-age=100"]),
    ReuseRow(
      "no-store beside a lifetime", .fetched, ["Cache-Control": "max-age=10000, no-store", "Expires": date(10000)]),
    ReuseRow("no-store on the second line", .fetched, ["Cache-Control": "max-age=10000", "cache-control": "no-store"]),
    ReuseRow("no-store with an argument", .fetched, ["Cache-Control": "max-age=10000, no-store=\"a\""]),
    ReuseRow("no-store in quotes of another", .cached, ["Cache-Control": "max-age=10000, x=\"no-store\""]),
    ReuseRow("must-understand above no-store", .cached, ["Cache-Control": "max-age=3600, no-store, must-understand"]),
    ReuseRow("an unknown status", .fetched, status: 599, ["Cache-Control": "max-age=3600, must-understand"]),
    ReuseRow("Set-Cookie", .cached, ["Cache-Control": "max-age=100", "Set-Cookie": "a=b"]),
    ReuseRow("a request with cookies", .cached, second: get(["Cookie": "a=b"]), ["Cache-Control": "max-age=100"]),
    ReuseRow("Pragma of a response", .cached, ["Cache-Control": "max-age=100", "Pragma": "no-cache"]),
    ReuseRow("Authorization", .cached, first: get(["Authorization": "x"]), ["Cache-Control": "max-age=100"]),
  ]

  @Test(arguments: stored)
  func `what may be stored is, and nothing else`(row: ReuseRow) { #expect(row.outcome() == row.expected) }

  @Test(
    arguments: [
      (100, [:], false), (101, [:], false), (103, ["Cache-Control": "max-age=9"], false),
      (304, ["Cache-Control": "max-age=9"], false),
      (600, ["Cache-Control": "max-age=9"], false), (200, [:], true), (206, [:], false), (302, [:], false),
      (302, ["Cache-Control": "max-age=9"], true), (302, ["Expires": "0"], true), (403, [:], false),
      (403, ["Cache-Control": "public"], false),
      (403, ["Cache-Control": "public", "Last-Modified": date(-100)], true), (404, [:], false),
      (404, ["Cache-Control": "max-age=9"], true),
      (404, ["Last-Modified": date(-100)], true), (200, ["Vary": "*"], false),
      (200, ["Vary": "a, *", "ETag": "W/\"a\""], false),
      (200, ["Vary": "*", "ETag": "\"a\""], true),
    ] as [(Int, HTTPHeaders, Bool)])
  func `status and fields decide`(status: Int, headers: HTTPHeaders, expected: Bool) {
    #expect(rules.mayStore(status: status, headers: headers, request: get(), now: start) == expected)
  }

  @Test(arguments: ["HEAD", "PUT", "DELETE", "OPTIONS", "get", "X"])
  func `answers to other methods are not stored`(method: String) {
    let request = CacheRequest(method: method, url: "http://example.com/a")
    #expect(!rules.mayStore(status: 200, headers: ["Cache-Control": "max-age=9"], request: request, now: start))
  }

  @Test(
    arguments: [
      (["Cache-Control": "max-age=9", "Content-Location": "http://example.com/a"], true),
      (["Cache-Control": "max-age=9", "Content-Location": "/a"], true),
      (["Expires": date(9), "Content-Location": "a"], true),
      (["Cache-Control": "max-age=9", "Content-Location": ""], true), (["Cache-Control": "max-age=9"], false),
      (["Cache-Control": "max-age=9", "Content-Location": "/b"], false), (["Content-Location": "/a"], false),
      (["Cache-Control": "max-age=9", "Content-Location": "http://example.org/a"], false),
      (["Cache-Control": "no-store, max-age=9", "Content-Location": "/a"], false),
    ] as [(HTTPHeaders, Bool)])
  func `an answer to POST is stored when it is the resource itself`(headers: HTTPHeaders, expected: Bool) {
    let post = CacheRequest(method: "POST", url: "http://example.com/a")
    #expect(rules.mayStore(status: 200, headers: headers, request: post, now: start) == expected)
    var cache = TestCache()
    _ = cache.send(post) { _ in TestAnswer(headers: headers) }
    #expect((cache.send(get()) { _ in TestAnswer() }.sentCount == 0) == expected)
  }

  @Test(arguments: [
    "Connection", "Keep-Alive", "Proxy-Connection", "Proxy-Authenticate", "Proxy-Authentication-Info",
    "Proxy-Authorization", "TE",
    "Transfer-Encoding", "Upgrade", "transfer-encoding", "KEEP-ALIVE",
  ])
  func `fields of a connection are gone`(name: String) {
    #expect(fields(["Cache-Control": "max-age=9", name: "x", "B": "2"])[name] == nil)
  }

  @Test func `fields that Connection lists are gone`() {
    let kept = fields([
      "Connection": "A, close", "connection": "c", "a": "1", "B": "2", "C": "3", "C": "4", "Cache-Control": "max-age=9",
    ])
    #expect(kept["A"] == nil && kept["C"] == nil && kept["Connection"] == nil)
    #expect(kept["b"] == "2")
  }

  @Test func `Connection cannot take away what a cache reads`() {
    let kept = fields([
      "Connection": "Cache-Control, Vary, Date, ETag", "Cache-Control": "no-cache", "Vary": "A", "ETag": "\"a\"",
    ])
    #expect(kept["Cache-Control"] == "no-cache" && kept["Vary"] == "A" && kept["ETag"] == "\"a\"")
  }

  @Test func `fields that no-cache names are gone and the rest is used`() {
    let kept = fields([
      "Cache-Control": "no-cache=\"a, B\"", "A": "1", "b": "2", "C": "3", "cache-control": "max-age=9",
    ])
    #expect(kept["A"] == nil && kept["B"] == nil && kept["C"] == "3")
    let row = ReuseRow("", .cached, ["Cache-Control": "no-cache=\"a\"", "A": "1", "cache-control": "max-age=9"])
    #expect(row.outcome() == .cached)
  }

  @Test(arguments: [
    "no-cache", "no-cache=", "no-cache=\"\"", "no-cache=\"a\"x", "no-cache=\"a\", no-cache", "no-cache =\"a\"",
  ])
  func `no-cache without clear names is about the whole response`(value: String) {
    #expect(
      ReuseRow("", .validated, ["Cache-Control": "max-age=9, " + value, "ETag": "\"a\""]).outcome() == .validated)
  }

  @Test func `every other field is kept in order, repeats and unknown ones too`() {
    let kept = fields(["Set-Cookie": "a=b", "X-B": "1", "Set-Cookie": "c=d", "Date": date(0), "Content-Range": "odd"])
    #expect(kept == ["Set-Cookie": "a=b", "X-B": "1", "Set-Cookie": "c=d", "Date": date(0), "Content-Range": "odd"])
  }

  @Test func `a response without Date gets the time of its receipt`() {
    #expect(fields(["Cache-Control": "max-age=9"])["Date"] == date(0))
  }

  @Test func `a lifetime of our own stands above the fields, but not above no-store`() {
    var rules = CacheRules()
    rules.fixedLifetime = .seconds(100)
    let old: HTTPHeaders = [
      "Cache-Control": "no-cache, max-age=0, must-revalidate", "Expires": "0", "Age": "1000", "Date": date(-5000),
    ]
    #expect(ReuseRow("", .cached, after: 99, old).outcome(rules) == .cached)
    #expect(ReuseRow("", .fetched, after: 101, old).outcome(rules) == .fetched)
    #expect(ReuseRow("", .cached, after: 99, [:]).outcome(rules) == .cached)
    #expect(ReuseRow("", .fetched, ["Cache-Control": "no-store"]).outcome(rules) == .fetched)
    #expect(ReuseRow("", .fetched, status: 404, [:]).outcome(rules) == .fetched)
  }

  /// What is stored of those fields.
  private func fields(_ headers: HTTPHeaders) -> HTTPHeaders {
    var cache = TestCache()
    _ = cache.send(get()) { _ in TestAnswer(headers: headers) }
    return cache.stored.first?.headers ?? [:]
  }
}
