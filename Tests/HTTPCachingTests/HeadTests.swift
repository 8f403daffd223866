import Foundation
import Testing

@testable import HTTPCaching

/// RFC 9111 section 4.3.5.
@Suite struct HeadTests {
  private let head = CacheRequest(method: "HEAD", url: "http://example.com/a")

  private func cache(_ headers: HTTPHeaders) -> TestCache {
    var cache = TestCache()
    _ = cache.send(get()) { _ in TestAnswer(headers: headers) }
    return cache
  }

  @Test func `HEAD is answered from a fresh response to GET, without a body`() {
    var cache = cache(["Cache-Control": "max-age=100", "Content-Length": "10"])
    let outcome = cache.send(head, at: 1) { _ in nil }
    #expect(outcome.status == 200 && outcome.body.isEmpty && outcome.headers["Content-Length"] == "10")
  }

  @Test func `the answer to HEAD freshens what it fits`() {
    var cache = cache(["Cache-Control": "max-age=2", "ETag": "\"a\"", "X": "1", "Y": "1"])
    let answer = TestAnswer(
      headers: ["Cache-Control": "max-age=100", "ETag": "\"a\"", "X": "2", "Content-Length": "10"], body: "")
    #expect(cache.send(head, at: 5) { _ in answer }.headers["X"] == "2")
    let outcome = cache.send(get(), at: 50) { _ in nil }
    #expect(
      outcome.sentCount == 0 && outcome.headers["X"] == "2" && outcome.headers["Y"] == "1"
        && outcome.body == "0123456789")
  }

  @Test(
    arguments: [
      ["ETag": "\"b\""], ["ETag": "W/\"a\""], ["Last-Modified": date(-5)], ["Content-Length": "11"],
    ] as [HTTPHeaders])
  func `what the answer to HEAD does not fit is stale`(headers: HTTPHeaders) {
    var cache = cache([
      "Cache-Control": "max-age=99999999999", "ETag": "\"a\"", "Last-Modified": date(-3000), "Content-Length": "10",
    ])
    var changed = headers
    changed.append("Cache-Control", "max-age=100")
    _ = cache.send(CacheRequest(method: "HEAD", url: head.url, headers: ["Cache-Control": "no-cache"]), at: 5) { _ in
      TestAnswer(headers: changed, body: "")
    }
    #expect(cache.send(get(), at: 6) { _ in TestAnswer(status: 304, headers: [:], body: "") }.isValidated)
  }

  @Test(arguments: [404, 410, 500]) func `a failed HEAD changes nothing`(status: Int) {
    var cache = cache(["Cache-Control": "max-age=2, must-revalidate"])
    let before = cache.stored
    _ = cache.send(head, at: 5) { _ in TestAnswer(status: status, headers: ["Cache-Control": "max-age=100"], body: "") }
    #expect(cache.stored == before)
  }

  @Test func `the answer to HEAD is not stored by itself`() {
    var cache = TestCache()
    _ = cache.send(head) { _ in TestAnswer(headers: ["Cache-Control": "max-age=100"], body: "") }
    #expect(cache.stored.isEmpty)
  }
}
