import Foundation
import Testing

@testable import HTTPCaching

/// One row of a table: what the origin says first, and what becomes of a second request.
struct ReuseRow: Sendable, CustomTestStringConvertible {
  enum Expected: Sendable {
    /// Answered from the store, without the origin.
    case cached
    /// The origin sent it whole.
    case fetched
    /// The origin confirmed it by entity tag or date.
    case validated
  }

  var rule: String
  var status = 200
  var headers: HTTPHeaders
  var wait = 3.0
  var first = get()
  var second = get()
  var expected: Expected

  init(
    _ rule: String, _ expected: Expected, status: Int = 200, after wait: Double = 3, first: CacheRequest = get(),
    second: CacheRequest = get(), _ headers: HTTPHeaders
  ) {
    (self.rule, self.expected, self.status, self.wait) = (rule, expected, status, wait)
    (self.first, self.second, self.headers) = (first, second, headers)
  }

  var testDescription: String { rule }

  /// Sends both requests to an origin that answers 304 to its own validators.
  func outcome(_ rules: CacheRules = CacheRules()) -> Expected {
    var cache = TestCache(rules: rules)
    let answer = TestAnswer(status: status, headers: headers)
    _ = cache.send(first) { _ in answer }
    let outcome = cache.send(second, at: wait) { forward in
      let isSameTag = headers["ETag"].map { forward.headers["If-None-Match"]?.contains($0) == true } ?? false
      let isSameDate = headers["Last-Modified"].map { $0 == forward.headers["If-Modified-Since"] } ?? false
      return isSameTag || isSameDate ? TestAnswer(status: 304, headers: headers, body: "") : answer
    }
    return outcome.sentCount == 0 ? .cached : outcome.isValidated ? .validated : .fetched
  }
}
