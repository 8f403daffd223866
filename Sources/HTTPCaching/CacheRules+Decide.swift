#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension CacheRules {
  /// What to do with `request`, given what is stored for its URL.
  package func decide(now: Date, request: CacheRequest, stored: [StoredResponse]) -> CacheDecision {
    .fetch(
      Forward(
        headers: request.headers, candidates: [], onError: nil, failsAsGatewayTimeout: false, continues: nil,
        reason: "nothing stored"))
  }

  /// What to do with the head of the origin's answer to `forward`.
  /// - Parameters:
  ///   - forward: what was sent.
  ///   - requestTime: when it was sent.
  ///   - now: when the head arrived.
  package func receive(
    status: Int, headers: HTTPHeaders, to forward: Forward, request: CacheRequest, stored: [StoredResponse],
    requestTime: Date, now: Date
  ) -> Arrival {
    .pass(reason: "")
  }

  /// The URLs whose stored responses are invalid after that answer (RFC 9111 section 4.4); empty for safe methods and failures.
  package func invalidated(by status: Int, headers: HTTPHeaders, request: CacheRequest) -> [String] { [] }

  /// The stored answer for a request to which no stored response is a candidate any more, or the freshness of one just stored.
  package func reuse(_ stored: StoredResponse, index: Int, request: CacheRequest, now: Date) -> Reuse? { nil }
}

extension StoredResponse {
  /// In a versioned, compact form. `isTimeTrusted` is left out.
  package func encoded() -> [UInt8] { [] }

  /// - Returns: `nil` for bytes that are no such encoding of this version: a miss, never an error.
  package init?(encoded bytes: [UInt8]) { nil }
}
