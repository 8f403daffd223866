/// What a request's fields mean to a cache, each read once.
struct ParsedRequest {
  let request: CacheRequest
  let directives: RequestDirectives
  let range: ByteRangeRequest
  /// If-Range (RFC 9110 section 13.1.5), as it was written.
  let ifRange: String?
  /// The client's own If-None-Match (RFC 9110 section 13.1.2); `nil` when there is none.
  let ifNoneMatch: [EntityTag]?
  /// The client's own If-Modified-Since (RFC 9110 section 13.1.3).
  let ifModifiedSince: String?

  init(_ request: CacheRequest) {
    self.request = request
    let headers = request.headers
    directives = RequestDirectives(headers)
    // Range is for GET alone (RFC 9110 section 14.2).
    range = request.method == "GET" ? ByteRangeRequest(headers["Range"]) : .whole
    ifRange = headers["If-Range"]
    let tags = headers["If-None-Match"] == nil ? nil : EntityTag.list(headers.values("If-None-Match"))
    ifNoneMatch = tags
    // If-None-Match overrides it.
    ifModifiedSince = tags == nil ? headers["If-Modified-Since"] : nil
  }

  var mode: CacheMode { request.mode }
  var isHead: Bool { request.method == "HEAD" }
  /// GET and HEAD can be answered from stored responses to GET (RFC 9111 section 4).
  var isReadable: Bool { isHead || request.method == "GET" }
  var hasNoStore: Bool { mode == .noStore || directives.isNoStore }
  var isOnlyCached: Bool { mode == .onlyCached || directives.isOnlyIfCached }
  var hasCondition: Bool { ifNoneMatch != nil || ifModifiedSince != nil }
  /// If-Match and If-Unmodified-Since are for the origin to judge (RFC 9111 section 4.3.2).
  var isForOrigin: Bool { request.headers["If-Match"] != nil || request.headers["If-Unmodified-Since"] != nil }

  /// The client's fields, and the Cache-Control that its mode asks for where it wrote none itself (Fetch, section 4.6).
  var forwardedHeaders: HTTPHeaders {
    var headers = request.headers
    guard headers["Cache-Control"] == nil else { return headers }
    switch mode {
    case .reload: headers.append("Cache-Control", "no-cache")
    case .revalidate: headers.append("Cache-Control", "max-age=0")
    case .followHTTP, .preferCache, .onlyCached, .noStore: break
    }
    return headers
  }

  /// Those fields to an origin about which nothing stored matters.
  func forward(_ reason: String) -> Forward {
    Forward(
      headers: forwardedHeaders, candidates: [], onError: nil, failsAsGatewayTimeout: false, continues: nil,
      reason: reason)
  }
}
