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
}
