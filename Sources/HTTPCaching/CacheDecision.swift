/// What to do with a request, before anything is sent.
package enum CacheDecision: Hashable, Sendable {
  /// Answer from the store.
  case serve(Reuse)
  /// Answer from the store, and validate behind (RFC 5861 section 3).
  case serveStaleAndRevalidate(Reuse, Forward)
  /// Ask the origin whether what is stored still holds (RFC 9111 section 4.3).
  case revalidate(Forward)
  /// Ask the origin.
  case fetch(Forward)
  /// Answer with that status, made by the cache: 504 where only a stored response was asked for (RFC 9111 section 5.2.1.7).
  case fail(status: Int, reason: String)
}

/// A stored response that may answer.
package struct Reuse: Hashable, Sendable {
  /// Which of the stored responses.
  package var index: Int
  /// The status to answer with: the stored one; 206 or 416 for a range of it, 304 for the client's own condition.
  package var status: Int
  /// The fields to answer with: the stored ones with `Age`, and `Content-Range` and `Content-Length` for a range.
  package var headers: HTTPHeaders
  /// The bytes of the stored body to answer with; `nil` for all of them. Empty when the answer has no body.
  package var range: Range<Int>?
  /// In whole seconds, as the `Age` field says.
  package var age: Int
  /// How much longer the response is fresh; zero when it is stale or must be validated each time.
  package var freshFor: Duration
  /// How much longer it may be served stale while it is validated, from now on; at least `freshFor`.
  package var usableFor: Duration
  /// How much longer it may stand in for an origin that fails, from now on; zero where that is forbidden (RFC 5861 section 4).
  package var standsInFor: Duration
  /// Whether the server said anything about freshness, `no-cache` included, or a heuristic could be computed.
  package var hasStatedFreshness: Bool
  /// Served although stale.
  package var isStale: Bool
  /// One clause for people: "fresh for 41 s more (max-age=60, age 19 s)".
  package var reason: String
}

/// A request to send, and what its answer may do to the stored responses.
package struct Forward: Hashable, Sendable {
  /// Every field to send: the client's, and the conditions of a validation.
  package var headers: HTTPHeaders
  /// Which stored responses the conditions validate, best first. Empty for a plain fetch.
  package var candidates: [Int]
  /// What answers when the origin cannot be reached or says 500, 502, 503 or 504 (RFC 5861 section 4); `nil` when nothing may.
  package var onError: Reuse?
  /// True when a stored response exists whose use without validation is forbidden (`must-revalidate`, `no-cache`): an origin
  /// that is gone makes the answer 504 (RFC 9111 section 5.2.2.2), not a transport failure.
  package var failsAsGatewayTimeout: Bool
  /// For 206: the stored part that the requested range continues; `nil` when nothing will be combined.
  package var continues: Int?
  /// One clause for people: "stale by 12 s (max-age=60, age 72 s)".
  package var reason: String
}

/// What to do with the head of an answer from the origin.
package enum Arrival: Hashable, Sendable {
  /// Hand the answer on and store nothing.
  case pass(reason: String)
  /// Hand the answer on and store it in place of stored responses of the same variant.
  case store(StoredResponse)
  /// 304: replace the fields of that stored response by these and answer with it (RFC 9111 section 4.3.4). The origin's answer
  /// has no body that matters.
  case refresh(index: Int, StoredResponse, Reuse)
  /// An answer to HEAD: hand it on, and replace the fields of that stored response by these (RFC 9111 section 4.3.5).
  case update(index: Int, StoredResponse)
  /// 206 that continues a stored part: the stored body's first `keeping` bytes and then the answer's body are the new body, stored
  /// under the new head (RFC 9111 section 3.4), and all of it answers: only a request for the whole is ever combined.
  case combine(index: Int, keeping: Int, StoredResponse)
  /// The origin fails and a stale response may answer.
  case serveStale(Reuse)
  /// A 304 or 206 that fits nothing stored: send the request again as `Forward` says, without conditions.
  case sendAgain(Forward)
}
