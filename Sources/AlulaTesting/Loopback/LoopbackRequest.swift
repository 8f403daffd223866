public import Alula

/// One request as the server read it.
public struct LoopbackRequest: Hashable, Sendable {
  /// The method as sent; it has case (RFC 9110 section 9.1).
  public var method: String
  /// The request target as sent: nothing decoded, nothing normalised (RFC 9112 section 3.2).
  public var target: String
  /// "1.0" or "1.1".
  public var version: String
  /// The fields in the order they came, repeats kept, blanks around values removed.
  public var headers: HTTPHeaders
  /// The body, chunks put together.
  public var body: [UInt8]
  /// Which connection it came on: 1 for the first that the server accepted.
  public var connection: Int

  /// A request, as for calling a handler without a server.
  public init(
    method: String = "GET", target: String, version: String = "1.1", headers: HTTPHeaders = [:],
    body: [UInt8] = [], connection: Int = 0
  ) {
    self.method = method
    self.target = target
    self.version = version
    self.headers = headers
    self.body = body
    self.connection = connection
  }

  /// The target up to the first "?".
  public var path: String { String(target.prefix { $0 != "?" }) }

  /// What follows the first "?", or `nil` without one.
  public var query: String? {
    target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
  }

  /// Whether the client keeps the connection open after this request (RFC 9112 section 9.3).
  var keepsConnection: Bool {
    let options = headers.values("Connection").flatMap {
      $0.lowercased().split(whereSeparator: { ", \t".contains($0) })
    }
    if options.contains("close") { return false }
    return version == "1.1" || options.contains("keep-alive")
  }
}
