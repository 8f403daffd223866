public import Alula

/// What the server answers: status, header fields, a body, and how and when they go on the wire.
///
/// The server adds `Content-Length` or `Transfer-Encoding` (by `framing`) and, when it will close, `Connection: close`;
/// never a `Date` or anything else, and none of the three when `headers` has that field already. HEAD requests and the
/// statuses 1xx, 204 and 304 get the same head without a body.
public struct LoopbackResponse: Sendable {
  /// The status code. Default 200.
  public var status: Int
  /// The reason phrase. `nil`, the default, uses the registered phrase.
  public var reason: String?
  /// Fields in the order they are sent, repeats kept. Nothing is checked: a test may send nonsense.
  public var headers: HTTPHeaders
  /// The body. Default empty.
  public var body: Body
  /// How the client finds the end of the body. Default `.contentLength`.
  public var framing: Framing = .contentLength
  /// Fields after the last chunk; with `.chunked` only (RFC 9112 section 7.1.2).
  public var trailers: HTTPHeaders = [:]
  /// The `Content-Length` that is claimed, when it is not the body's. The connection is closed after the body.
  public var declaredLength: Int?
  /// Where and how the body is cut off. Default: not.
  public var cut: Cut?
  /// What happens to the connection afterwards. Default `.keepsOpen`.
  public var ending: Ending = .keepsOpen
  /// 1xx responses that go before the head. Default none.
  public var interim: [Interim] = []
  /// A latch that the head waits for, after `delay`. Default none.
  public var latch: Latch?
  /// Time before the head. Default zero.
  public var delay: Duration = .zero
  /// Latches in the body: `bodyLatches[1_000]` waits after the first 1,000 bytes. Default none.
  public var bodyLatches: [Int: Latch] = [:]
  /// The most body bytes in one write. Default 64 KB (65,536). Chunks have sizes of their own.
  public var pieceSize = 65_536
  /// Time between two pieces or chunks. Default zero.
  public var delayBetweenPieces: Duration = .zero
  /// The most body bytes in a second, sent in about 50 parts. `nil`, the default, is as fast as the client reads.
  public var bytesPerSecond: ByteCount?

  /// A response with `status`, `headers` and `body`.
  public init(_ status: Int = 200, headers: HTTPHeaders = [:], body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A copy changed by `change`: `LoopbackResponse(body: …).with { $0.framing = .untilClose }`.
  public func with(_ change: (inout LoopbackResponse) -> Void) -> LoopbackResponse {
    var copy = self
    change(&copy)
    return copy
  }
}
