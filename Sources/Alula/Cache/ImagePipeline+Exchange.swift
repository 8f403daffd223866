public import Foundation

/// An answer of the HTTP cache as it is, whatever its status and body: what the conformance driver asks for.
@_spi(Conformance) public struct CachedExchange: Sendable {
  /// 200, 304, 404 …
  public let status: Int
  /// The header fields, with `Age` where the answer was stored.
  public let headers: HTTPHeaders
  /// The body, or the part of it that was asked for.
  public let body: Data
  /// What the cache decided.
  public let report: CacheReport
}

extension ImagePipeline {
  /// One request through the whole cache and the transport, without the checks that make it an image.
  ///
  /// An answer that the cache has to make itself (only cached responses were asked for; the origin is gone and nothing stored may be
  /// used) has status 504 (RFC 9111 sections 5.2.1.7 and 5.2.2.2).
  /// - Throws: `LoadError` where no answer came.
  @_spi(Conformance) public func exchange(
    _ request: ImageRequest, followsRedirects: Bool = true
  ) async throws(LoadError) -> CachedExchange {
    let exchange = try await exchange(request, isRefresh: false, followsRedirects)
    if exchange.isDueForRefresh { refreshExchangeBehind(request, followsRedirects) }
    return CachedExchange(
      status: exchange.head.status, headers: exchange.head.headers, body: exchange.body, report: exchange.report)
  }

  private func exchange(
    _ request: ImageRequest, isRefresh: Bool, _ followsRedirects: Bool
  ) async throws(LoadError) -> Exchange {
    guard case .web(let address) = request.source else {
      throw LoadError(.invalidURL, "Only http and https have exchanges.", url: request.source.redacted)
    }
    var key = try byteKey(for: request)
    key.demand.isRefresh = isRefresh
    let call = WebLoader.Call(
      address: address, request: request, key: key, priority: LivePriority(request.priority),
      takesAnything: true, followsRedirects: followsRedirects, onProgress: { _ in },
      onInvalidation: { [self] in forgetInMemory($0, changedBy: request) })
    return try await web.answer(call).exchange
  }

  private func refreshExchangeBehind(_ request: ImageRequest, _ followsRedirects: Bool) {
    guard var key = try? byteKey(for: request) else { return }
    key.demand = key.demand.refreshing
    bytes.join(key, FlightWaiter(priority: LivePriority(.low))) { [self] _ throws(LoadError) in
      let exchange = try await exchange(request, isRefresh: true, followsRedirects)
      // Nobody waits for this value.
      return EncodedImage(data: exchange.body, format: .png, source: .network)
    }
  }
}
