import Foundation
import Testing

@testable import HTTPCaching

/// What a clock that was set does to stored responses: fresh for longer than HTTP says, never.
@Suite struct ClockTests {
  private static let headers: HTTPHeaders = ["Cache-Control": "max-age=3600", "ETag": "\"a\"", "Date": date(0)]
  private let stored = StoredResponse(
    status: 200, headers: headers, requestTime: start, responseTime: start, bodyLength: 10)

  private func isValidated(_ stored: StoredResponse, at offset: Double) -> Bool {
    guard case .revalidate(let forward) = CacheRules().decide(now: start + offset, request: get(), stored: [stored])
    else {
      return false
    }
    return forward.headers["If-None-Match"] == "\"a\""
  }

  @Test func `a response from the future is validated`() {
    #expect(isValidated(stored, at: -1))
    #expect(isValidated(stored, at: -1e9))
    #expect(!isValidated(stored, at: 0))
  }

  @Test func `a response of an untrusted time is validated`() {
    var untrusted = stored
    untrusted.isTimeTrusted = false
    #expect(isValidated(untrusted, at: 1))
  }

  @Test func `a clock set forward makes what is stored stale`() {
    #expect(isValidated(stored, at: 1e9))
  }

  @Test func `a validation makes the time trusted again`() {
    var cache = TestCache()
    _ = cache.send(get()) { _ in TestAnswer(headers: Self.headers) }
    cache.stored[0].isTimeTrusted = false
    let outcome = cache.send(get(), at: -500) { _ in TestAnswer(status: 304, headers: ["ETag": "\"a\""], body: "") }
    #expect(outcome.isValidated)
    #expect(cache.stored[0].isTimeTrusted)
    #expect(cache.send(get(), at: -400) { _ in nil }.sentCount == 0)
  }

  @Test func `an untrusted response is not served stale while it is validated`() {
    var untrusted = stored
    untrusted.headers = ["Cache-Control": "max-age=1, stale-while-revalidate=1000"]
    untrusted.isTimeTrusted = false
    guard case .fetch(let forward) = CacheRules().decide(now: start + 10, request: get(), stored: [untrusted]) else {
      Issue.record("not fetched")
      return
    }
    // It is better than no image all the same.
    #expect(forward.onError?.isStale == true)
  }

  @Test func `a clock set back during a request gives no negative age`() throws {
    let head = StoredResponse(
      status: 200, headers: ["Cache-Control": "max-age=60"], requestTime: start + 1000, responseTime: start)
    let reuse = try #require(CacheRules().reuse(head, index: 0, request: get(), now: start + 5))
    #expect(reuse.age == 5)
  }

  @Test(arguments: [-1e12, -1e9, 1e9, 1e12])
  func `no distance in time is too far`(offset: Double) throws {
    let reuse = try #require(CacheRules().reuse(stored, index: 0, request: get(), now: start + offset))
    #expect(reuse.age >= 0)
    #expect(reuse.freshFor == .zero)
  }
}
