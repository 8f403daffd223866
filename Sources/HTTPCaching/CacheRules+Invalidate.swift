extension CacheRules {
  /// The URLs whose stored responses are invalid after that answer (RFC 9111 section 4.4); empty for safe methods and failures.
  ///
  /// Absolute, without fragments; the request's own first. They are removed before the answer itself is stored, which a POST's
  /// can be.
  package func invalidated(by status: Int, headers: HTTPHeaders, request: CacheRequest) -> [String] {
    // A method that nobody knows may be unsafe.
    guard !["GET", "HEAD", "OPTIONS", "TRACE"].contains(request.method), 200...399 ~= status else { return [] }
    var urls = [request.url]
    // Those of other origins are none of this server's business.
    guard let origin = Origin(request.url) else { return urls }
    for name in ["Location", "Content-Location"] {
      guard let value = headers[name], let url = Origin.resolve(value, against: request.url) else { continue }
      if Origin(url) == origin, !urls.contains(url) { urls.append(url) }
    }
    return urls
  }

  /// Whether an answer with that status says that the origin fails (RFC 5861 section 4).
  package static func isFailure(_ status: Int) -> Bool { [500, 502, 503, 504].contains(status) }

  /// Whether an answer to GET with that status is about the representation itself: it is gone, or it is not for this person any more.
  ///
  /// What is stored is not suitable then (RFC 9111 section 4.3.3), neither stale nor for an origin that fails later. A 400, 401, 408 or 429
  /// is about the request, a 5xx about the origin: they say nothing of what is stored.
  package static func isWithdrawal(_ status: Int) -> Bool { [403, 404, 410, 451].contains(status) }

  /// Whether the answer `status` to `request` withdraws that stored response: what the request selects, parts and errors too.
  package func withdraws(_ stored: StoredResponse, status: Int, request: CacheRequest) -> Bool {
    Self.isWithdrawal(status) && request.method == "GET" && selects(stored, request)
  }

  /// Whether `request` selects that stored response (RFC 9111 section 4.1), whether it can answer or not.
  package func selects(_ stored: StoredResponse, _ request: CacheRequest) -> Bool {
    var vary = Vary(request.headers, rules: self)
    return vary.match(stored) == .same
  }
}
