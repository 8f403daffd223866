import Testing

@testable import HTTPCaching

/// RFC 9111 section 4.4.
@Suite struct InvalidationTests {
  private func invalidated(_ method: String, _ status: Int = 200, _ headers: HTTPHeaders = [:]) -> [String] {
    let request = CacheRequest(method: method, url: "http://example.com/a/b?c")
    return CacheRules().invalidated(by: status, headers: headers, request: request)
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "M-SEARCH", "get"])
  func `an unsafe method, and one that nobody knows, invalidates its URL`(method: String) {
    #expect(invalidated(method) == ["http://example.com/a/b?c"])
    #expect(invalidated(method, 302) == ["http://example.com/a/b?c"])
  }

  @Test(arguments: [400, 404, 500, 503]) func `a failure invalidates nothing`(status: Int) {
    #expect(invalidated("POST", status).isEmpty)
  }

  @Test(arguments: ["GET", "HEAD", "OPTIONS", "TRACE"]) func `a safe method invalidates nothing`(method: String) {
    #expect(invalidated(method, 200, ["Location": "/x"]).isEmpty)
  }

  @Test(
    arguments: [
      ("/x", "http://example.com/x"), ("x", "http://example.com/a/x"), ("../x", "http://example.com/x"),
      ("?d", "http://example.com/a/b?d"),
      ("http://example.com/x#part", "http://example.com/x"), ("//example.com/x", "http://example.com/x"),
      ("http://EXAMPLE.com:80/x", "http://EXAMPLE.com:80/x"), ("http://example.org/x", nil),
      ("https://example.com/x", nil),
      ("http://example.com:8080/x", nil), ("mailto:a@b", nil), ("http://[", nil),
    ] as [(String, String?)])
  func `Location and Content-Location of the same origin are invalid too`(reference: String, url: String?) {
    for name in ["Location", "Content-Location"] {
      #expect(invalidated("POST", 201, [name: reference]).dropFirst() == ([url].compactMap { $0 })[...])
    }
  }

  @Test func `each URL is named once`() {
    #expect(invalidated("PUT", 200, ["Location": "/x", "Content-Location": "/x"]).count == 2)
    #expect(invalidated("PUT", 200, ["Location": "/a/b?c"]).count == 1)
  }

  @Test func `a stored response is gone after an unsafe method`() {
    var cache = TestCache()
    _ = cache.send(get()) { _ in TestAnswer(headers: ["Cache-Control": "max-age=100"]) }
    _ = cache.send(CacheRequest(method: "DELETE", url: get().url)) { _ in TestAnswer(status: 500) }
    #expect(cache.send(get(), at: 1) { _ in nil }.sentCount == 0)
    _ = cache.send(CacheRequest(method: "DELETE", url: get().url)) { _ in TestAnswer(status: 204) }
    #expect(cache.send(get(), at: 1) { _ in TestAnswer() }.sentCount == 1)
  }

  @Test(
    arguments: [
      (200, false), (204, false), (304, false), (400, false), (401, false), (403, true), (404, true), (408, false),
      (410, true), (429, false), (451, true), (500, false), (503, false),
    ])
  func `what an answer withdraws is what its request selects`(status: Int, isWithdrawn: Bool) {
    let rules = CacheRules()
    let stored = StoredResponse(
      status: 200, headers: ["Vary": "Accept"], selecting: [SelectingField(name: "accept", value: "image/png")],
      requestTime: start, responseTime: start)
    let request = get(["Accept": "image/png"])
    #expect(rules.withdraws(stored, status: status, request: request) == isWithdrawn)
    #expect(!rules.withdraws(stored, status: status, request: get(["Accept": "image/webp"])))
    let head = CacheRequest(method: "HEAD", url: request.url, headers: request.headers)
    #expect(!rules.withdraws(stored, status: status, request: head))
  }
}
