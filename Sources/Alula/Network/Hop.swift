/// One request of a chain of redirects.
struct Hop: Sendable {
  let address: WebAddress
  private(set) var transportRequest: TransportRequest
  /// Whether what is stored under its address may answer.
  var isRead = true

  /// Fields that are for one origin alone (RFC 9110 section 15.4).
  static let originFields = ["Authorization", "Cookie", "Proxy-Authorization", "Host"]
  /// Fields that describe a body.
  private static let bodyFields = [
    "Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Content-Location", "Transfer-Encoding",
  ]

  init(address: WebAddress, request: ImageRequest, limits: NetworkLimits, accept: String) {
    self.address = address
    var headers = request.headers
    if headers["Accept"] == nil { headers.append("Accept", accept) }
    if headers["User-Agent"] == nil, let agent = limits.userAgent { headers.append("User-Agent", agent) }
    transportRequest = TransportRequest(
      url: address.text, method: request.method, headers: headers, body: request.body,
      requestTimeout: limits.requestTimeout, resourceTimeout: limits.resourceTimeout)
  }

  /// The request that a redirect leads to: credentials and a Host field stay behind when the origin changes, and stay away after that; 303,
  /// and 301 or 302 to a POST, become a GET (RFC 9110 section 15.4).
  func following(_ location: String, status: Int) throws(LoadError) -> Hop {
    let target = try address.redirected(to: location)
    var hop = Hop(address: target, from: transportRequest)
    if target.origin != address.origin {
      for name in Self.originFields { hop.transportRequest.headers[name] = nil }
    }
    let method = transportRequest.method
    let becomesGet = status == 303 ? method != "HEAD" : (status == 301 || status == 302) && method == "POST"
    if becomesGet {
      hop.transportRequest.method = "GET"
      hop.transportRequest.body = nil
      for name in Self.bodyFields { hop.transportRequest.headers[name] = nil }
    }
    return hop
  }

  /// Leaves the transfer no more than `time`; one transfer after another must not add up to more than one may take.
  mutating func limit(to time: Duration) {
    transportRequest.resourceTimeout = max(.milliseconds(1), time)
  }

  private init(address: WebAddress, from previous: TransportRequest) {
    self.address = address
    transportRequest = previous
    transportRequest.url = address.text
  }
}
