import Foundation
import Testing

@testable import HTTPCaching

/// RFC 9110 section 14, RFC 9111 sections 3.3 and 3.4.
@Suite struct RangeTests {
  private func cache(_ headers: HTTPHeaders = [:]) -> TestCache {
    var all = headers
    all.append("Cache-Control", "max-age=100")
    all.append("Content-Length", "10")
    var cache = TestCache()
    _ = cache.send(get()) { _ in TestAnswer(headers: all) }
    return cache
  }

  @Test(
    arguments: [
      ("bytes=0-1", 206, "01", "bytes 0-1/10"), ("bytes=1-", 206, "123456789", "bytes 1-9/10"),
      ("bytes=-1", 206, "9", "bytes 9-9/10"),
      ("bytes=-99", 206, "0123456789", "bytes 0-9/10"), ("bytes=8-99", 206, "89", "bytes 8-9/10"),
      ("BYTES=3-3", 206, "3", "bytes 3-3/10"),
      ("bytes=9-99999999999999999999999", 206, "9", "bytes 9-9/10"), ("bytes=10-", 416, "", "bytes */10"),
      ("bytes=-0", 416, "", "bytes */10"),
      ("bytes=99999999999999999999999-", 416, "", "bytes */10"), ("bytes=0-1, 3-4", 200, "0123456789", nil),
      ("bytes=4-2", 200, "0123456789", nil),
      ("bytes=a-b", 200, "0123456789", nil), ("bytes=", 200, "0123456789", nil), ("bytes=-", 200, "0123456789", nil),
      ("bytes=--1", 200, "0123456789", nil), ("lines=0-1", 200, "0123456789", nil),
      ("bytes 0-1", 200, "0123456789", nil),
    ] as [(String, Int, String, String?)])
  func `a range is cut from a stored whole`(range: String, status: Int, body: String, contentRange: String?) {
    var cache = cache()
    let outcome = cache.send(get(["Range": range]), at: 1) { _ in nil }
    #expect(outcome.status == status && outcome.body == body && outcome.sentCount == 0)
    #expect(outcome.headers["Content-Range"] == contentRange)
    #expect(outcome.headers.values("Content-Length") == [String(body.utf8.count)])
  }

  @Test func `an empty body has no range`() {
    let stored = StoredResponse(
      status: 200, headers: ["Cache-Control": "max-age=9"], requestTime: start, responseTime: start)
    for range in ["bytes=0-", "bytes=-5", "bytes=0-0"] {
      #expect(CacheRules().reuse(stored, index: 0, request: get(["Range": range]), now: start)?.status == 416)
    }
  }

  @Test func `only a 200 has ranges, and only for GET`() {
    var missing = TestCache()
    _ = missing.send(get()) { _ in TestAnswer(status: 404, headers: ["Cache-Control": "max-age=9"]) }
    #expect(missing.send(get(["Range": "bytes=0-1"]), at: 1) { _ in nil }.status == 404)
    var cache = cache()
    let head = CacheRequest(method: "HEAD", url: get().url, headers: ["Range": "bytes=0-1"])
    #expect(cache.send(head, at: 1) { _ in nil }.status == 200)
  }

  @Test(
    arguments: [
      ("\"a\"", ["ETag": "\"a\""], 206), ("\"b\"", ["ETag": "\"a\""], 200), ("W/\"a\"", ["ETag": "W/\"a\""], 200),
      ("\"a\"", [:], 200),
      (date(-3000), ["Last-Modified": date(-3000), "Date": date(0)], 206),
      (date(-2000), ["Last-Modified": date(-3000), "Date": date(0)], 200),
      (date(-5), ["Last-Modified": date(-5), "Date": date(0)], 200),
    ] as [(String, HTTPHeaders, Int)])
  func `If-Range takes a strong validator`(ifRange: String, headers: HTTPHeaders, status: Int) {
    var cache = cache(headers)
    #expect(cache.send(get(["Range": "bytes=0-1", "If-Range": ifRange]), at: 1) { _ in nil }.status == status)
  }

  private func part(_ contentRange: String, body: String, _ headers: HTTPHeaders = [:], range: String = "bytes=4-8")
    -> TestCache
  {
    var all = headers
    all.append("Cache-Control", "max-age=100")
    all.append("Content-Range", contentRange)
    var cache = TestCache()
    _ = cache.send(get(["Range": range])) { _ in TestAnswer(status: 206, headers: all, body: body) }
    return cache
  }

  @Test(
    arguments: [
      ("bytes=4-8", "45678", "bytes 4-8/10"), ("bytes=5-6", "56", "bytes 5-6/10"), ("bytes=8-8", "8", "bytes 8-8/10"),
      ("bytes=4-9", nil, nil), ("bytes=3-5", nil, nil), ("bytes=5-", nil, nil), ("bytes=-1", nil, nil), (nil, nil, nil),
    ] as [(String?, String?, String?)])
  func `a stored part answers what lies within it`(range: String?, body: String?, contentRange: String?) {
    var cache = part("bytes 4-8/10", body: "45678")
    let outcome = cache.send(get(range.map { ["Range": $0] } ?? [:]), at: 1) { _ in nil }
    #expect(outcome.sentCount == (body == nil ? 1 : 0))
    #expect(outcome.body == body ?? "")
    #expect(outcome.headers["Content-Range"] == contentRange)
  }

  @Test func `a part up to the end answers open ranges`() {
    for (range, body) in [("bytes=6-", "6789"), ("bytes=-2", "89"), ("bytes=8-50", "89")] {
      var cache = part("bytes 5-9/10", body: "56789")
      #expect(cache.send(get(["Range": range]), at: 1) { _ in nil }.body == body)
    }
    var unknown = part("bytes 5-9/*", body: "56789")
    #expect(unknown.send(get(["Range": "bytes=6-7"]), at: 1) { _ in nil }.body == "67")
    #expect(unknown.send(get(["Range": "bytes=6-"]), at: 1) { _ in nil }.sentCount == 1)
  }

  @Test(
    arguments: [
      ("bytes 4-9/10", "45678", nil), ("bytes 4-8/8", "45678", nil), ("bytes 8-4/10", "45678", nil),
      ("bytes */10", "", nil),
      ("bytes 4-8", "45678", nil), ("lines 4-8/10", "45678", nil), ("bytes=4-8/10", "45678", nil), ("", "45678", nil),
      ("bytes 4-99999999999999999999/*", "45678", nil), ("bytes 4-8/10", "45678", "6"), ("bytes 4-8/10", "45678", "x"),
    ] as [(String, String, String?)])
  func `a part that does not fit what is said of it is not stored`(contentRange: String, body: String, length: String?)
  {
    let cache = part(contentRange, body: body, length.map { ["Content-Length": $0] } ?? [:])
    #expect(cache.stored.isEmpty)
  }

  @Test func `a part that nobody asked for is not stored`() {
    var cache = TestCache()
    let headers: HTTPHeaders = ["Cache-Control": "max-age=9", "Content-Range": "bytes 0-4/10"]
    let outcome = cache.send(get()) { _ in TestAnswer(status: 206, headers: headers, body: "01234") }
    #expect(outcome.status == 206 && outcome.sentCount == 1 && cache.stored.isEmpty)
  }

  @Test func `a part that is all of it is the whole`() {
    var cache = part("bytes 0-9/10", body: "0123456789", range: "bytes=0-")
    let outcome = cache.send(get(), at: 1) { _ in nil }
    #expect(outcome.status == 200 && outcome.body == "0123456789")
    #expect(outcome.headers["Content-Range"] == nil && outcome.headers["Content-Length"] == "10")
  }

  @Test func `a part does not take the place of its whole`() {
    var cache = cache(["ETag": "\"a\""])
    let request = get(["Range": "bytes=0-1", "Cache-Control": "no-cache"])
    let headers: HTTPHeaders = ["ETag": "\"a\"", "Content-Range": "bytes 0-1/10", "Cache-Control": "max-age=9"]
    _ = cache.send(request, at: 1) { _ in TestAnswer(status: 206, headers: headers, body: "01") }
    #expect(cache.bodies == ["0123456789"])
  }

  @Test func `a stale part is validated and answers`() {
    var cache = part("bytes 4-8/10", body: "45678", ["ETag": "\"a\""])
    let outcome = cache.send(get(["Range": "bytes=5-6"]), at: 500) { forward in
      #expect(forward.headers["If-None-Match"] == "\"a\"")
      return TestAnswer(status: 304, headers: ["ETag": "\"a\""], body: "")
    }
    #expect(outcome.status == 206 && outcome.body == "56" && cache.stored.first?.part?.range == 4..<9)
  }

  private func completed(_ cache: inout TestCache, _ rest: TestAnswer) -> TestCache.Outcome {
    cache.send(get(), at: 5) { forward in
      forward.continues == nil ? TestAnswer(headers: ["Cache-Control": "max-age=100"], body: "all of it") : rest
    }
  }

  @Test func `the rest of a part with a strong validator is fetched and joined`() {
    var cache = part("bytes 0-4/10", body: "01234", ["ETag": "\"a\"", "X": "1", "Y": "1"], range: "bytes=0-4")
    let rest: HTTPHeaders = [
      "ETag": "\"a\"", "Content-Range": "bytes 5-9/10", "Content-Length": "5", "X": "2", "Cache-Control": "max-age=50",
    ]
    let outcome = completed(&cache, TestAnswer(status: 206, headers: rest, body: "56789"))
    #expect(cache.sent.last?.headers == ["Range": "bytes=5-", "If-Range": "\"a\""])
    #expect(outcome.status == 200 && outcome.body == "0123456789" && outcome.headers["Content-Length"] == "10")
    let later = cache.send(get(), at: 20) { _ in nil }
    #expect(
      later.body == "0123456789" && later.headers["X"] == "2" && later.headers["Y"] == "1"
        && later.headers["Content-Range"] == nil)
  }

  @Test func `a rest that overlaps replaces what it overlaps`() {
    var cache = part("bytes 0-4/10", body: "01234", ["ETag": "\"a\""], range: "bytes=0-4")
    let rest: HTTPHeaders = ["ETag": "\"a\"", "Content-Range": "bytes 3-9/10"]
    #expect(completed(&cache, TestAnswer(status: 206, headers: rest, body: "3456789")).body == "0123456789")
  }

  @Test func `a strong Last-Modified joins too`() {
    let validator: HTTPHeaders = ["Last-Modified": date(-3000), "Date": date(0)]
    var cache = part("bytes 0-4/10", body: "01234", validator, range: "bytes=0-4")
    let rest: HTTPHeaders = ["Last-Modified": date(-3000), "Content-Range": "bytes 5-9/10"]
    #expect(completed(&cache, TestAnswer(status: 206, headers: rest, body: "56789")).body == "0123456789")
  }

  @Test(
    arguments: [
      (206, ["ETag": "\"b\"", "Content-Range": "bytes 5-9/10"]), (206, ["Content-Range": "bytes 5-9/10"]),
      (206, ["ETag": "\"a\"", "Content-Range": "bytes 6-9/10"]),
      (206, ["ETag": "\"a\"", "Content-Range": "bytes 5-8/10"]),
      (206, ["ETag": "\"a\"", "Content-Range": "bytes 5-9/11"]),
      (206, ["ETag": "\"a\"", "Content-Range": "bytes 5-10/11"]),
      (206, ["ETag": "\"a\"", "Content-Range": "bytes 5-9/*"]),
      (206, ["ETag": "\"a\"", "Content-Range": "bytes 0-9/10"]),
      (206, ["ETag": "\"a\"", "Content-Range": "bytes 5-9/10", "Content-Length": "4"]), (206, ["ETag": "\"a\""]),
      (416, [:]),
    ] as [(Int, HTTPHeaders)])
  func `what does not continue a part is asked again whole`(status: Int, headers: HTTPHeaders) {
    var cache = part("bytes 0-4/10", body: "01234", ["ETag": "\"a\""], range: "bytes=0-4")
    let outcome = completed(&cache, TestAnswer(status: status, headers: headers, body: "56789"))
    #expect(outcome.sentCount == 2 && outcome.body == "all of it" && cache.bodies == ["all of it"])
    #expect(cache.sent.last?.headers == [:])
  }

  @Test func `a whole in place of the rest is taken as it is`() {
    var cache = part("bytes 0-4/10", body: "01234", ["ETag": "\"a\""], range: "bytes=0-4")
    let outcome = completed(
      &cache, TestAnswer(headers: ["ETag": "\"b\"", "Cache-Control": "max-age=9"], body: "another"))
    #expect(outcome.sentCount == 1 && outcome.body == "another" && cache.bodies == ["another"])
  }

  @Test(arguments: [["ETag": "W/\"a\""], [:], ["Last-Modified": date(-5), "Date": date(0)]] as [HTTPHeaders])
  func `without a strong validator nothing is joined`(headers: HTTPHeaders) {
    var cache = part("bytes 0-4/10", body: "01234", headers, range: "bytes=0-4")
    _ = completed(&cache, TestAnswer(status: 500))
    #expect(cache.sent.last?.continues == nil && cache.sent.last?.headers["Range"] == nil)
  }

  // MARK: Encoded bodies: positions are of the encoded bytes (RFC 9110 section 14.1.2), and what is stored was decoded by the transport

  @Test(arguments: [("gzip", 200), ("br, gzip", 200), ("x-unknown", 200), ("identity", 206), ("", 206)])
  func `no range is cut from a stored body that was encoded`(coding: String, status: Int) {
    var cache = cache(["Content-Encoding": coding, "ETag": "\"a\""])
    for headers: HTTPHeaders in [["Range": "bytes=0-1"], ["Range": "bytes=0-1", "If-Range": "\"a\""]] {
      let outcome = cache.send(get(headers), at: 1) { _ in nil }
      #expect(outcome.status == status && outcome.body == (status == 200 ? "0123456789" : "01"))
      #expect((outcome.headers["Content-Range"] == nil) == (status == 200))
    }
  }

  @Test func `no range of an encoded body is unsatisfiable by what was decoded`() {
    var cache = cache(["Content-Encoding": "gzip"])
    #expect(cache.send(get(["Range": "bytes=10-"]), at: 1) { _ in nil }.status == 200)
  }

  @Test(arguments: ["bytes=4-8", "bytes=0-"]) func `a part of an encoded body is not stored`(range: String) {
    let contentRange = range == "bytes=0-" ? "bytes 0-9/10" : "bytes 4-8/10"
    let body = range == "bytes=0-" ? "0123456789" : "45678"
    let cache = part(contentRange, body: body, ["Content-Encoding": "gzip", "ETag": "\"a\""], range: range)
    #expect(cache.stored.isEmpty)
  }

  @Test func `an encoded rest does not continue a part, whatever its entity tag says`() {
    var cache = part("bytes 0-4/10", body: "01234", ["ETag": "\"a\""], range: "bytes=0-4")
    let rest: HTTPHeaders = ["ETag": "\"a\"", "Content-Range": "bytes 5-9/10", "Content-Encoding": "gzip"]
    let outcome = completed(&cache, TestAnswer(status: 206, headers: rest, body: "56789"))
    #expect(outcome.sentCount == 2 && outcome.body == "all of it")
  }

  @Test func `a part that another version stored of an encoded body answers nothing`() {
    let stored = StoredResponse(
      status: 206, headers: ["Cache-Control": "max-age=9", "Content-Encoding": "gzip", "ETag": "\"a\""],
      requestTime: start, responseTime: start, part: StoredResponse.Part(range: 0..<5, completeLength: 10),
      bodyLength: 5)
    #expect(CacheRules().reuse(stored, index: 0, request: get(["Range": "bytes=0-1"]), now: start) == nil)
    guard case .fetch(let forward) = CacheRules().decide(now: start, request: get(), stored: [stored]) else {
      Issue.record("it was to be fetched")
      return
    }
    #expect(forward.continues == nil && forward.headers["Range"] == nil)
  }
}
