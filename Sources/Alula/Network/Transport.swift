/// Sends one HTTP request and hands out the response's bytes. Nothing more: redirects, limits on requests in flight,
/// priorities, caching and checks belong to the pipeline above.
///
/// Two conformers ship: libcurl on Linux; `URLSession` on Apple platforms, and on Linux without the trait `Curl`.
/// `AlulaTesting` has a fake.
public protocol Transport: Sendable {
  /// Starts `request` and returns at once, from any thread.
  ///
  /// `receiver` hears, in order and never at the same time: at most one head, then any number of body parts, then
  /// exactly one end. A cancelled request ends with `TransportError.Code.cancelled`.
  /// - Parameter handle: made by the caller before this call, so that it can cancel and acknowledge from the first
  ///   event on. Used for one request only.
  func start(_ request: TransportRequest, handle: TransportHandle, receiver: any TransportReceiver)
}

/// Hears what a transport receives. Called on a thread of the transport's own; must return soon.
public protocol TransportReceiver: AnyObject, Sendable {
  /// Status and headers of the final response (1xx are left out). 3xx and 401 come as they are.
  func transportDidReceive(_ head: HTTPResponseHead)
  /// The next bytes, content-decoded (gzip, br, zstd); of a coding that the transport does not know, as they came or not at all
  /// (`badContentEncoding`). The span lives only during the call. The receiver calls `TransportHandle.consumed(_:)` when it is done
  /// with as many bytes; above 256 KB outstanding the transport pauses.
  func transportDidReceive(body: RawSpan)
  /// The end, once.
  func transportDidFinish(_ result: Result<TransportMetrics, TransportError>)
}

/// What to send.
public struct TransportRequest: Sendable {
  /// An absolute http or https URL, already encoded, without a fragment.
  public var url: String
  /// The method, as it is sent. Default "GET".
  public var method: String
  /// The fields to send, besides those that the transport sets itself (Host, Content-Length …).
  public var headers: HTTPHeaders
  /// The body to send. Default none.
  public var body: [UInt8]?
  /// The longest silence: from sending to the head, and between two parts of the body. Default 15 s.
  public var requestTimeout: Duration
  /// The longest a whole transfer may take. Default 30 s.
  public var resourceTimeout: Duration

  /// A request with the defaults where nothing is given.
  public init(
    url: String, method: String = "GET", headers: HTTPHeaders = [:], body: [UInt8]? = nil,
    requestTimeout: Duration = .seconds(15), resourceTimeout: Duration = .seconds(30)
  ) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
    self.requestTimeout = requestTimeout
    self.resourceTimeout = resourceTimeout
  }
}

/// Status line and header fields of a response.
public struct HTTPResponseHead: Hashable, Sendable {
  /// 100 to 599.
  public var status: Int
  /// The fields in order, repeats kept.
  public var headers: HTTPHeaders
  /// "1.0", "1.1", "2" or "3".
  public var version: String

  /// A head of these parts.
  public init(status: Int, headers: HTTPHeaders = [:], version: String = "1.1") {
    self.status = status
    self.headers = headers
    self.version = version
  }
}

/// What a finished transfer cost.
public struct TransportMetrics: Hashable, Sendable {
  /// Body bytes on the wire, before content decoding.
  public var bytesOnWire: ByteCount
  /// Whether a new connection was opened for it.
  public var isNewConnection: Bool

  /// Metrics of these parts.
  public init(bytesOnWire: ByteCount, isNewConnection: Bool) {
    self.bytesOnWire = bytesOnWire
    self.isNewConnection = isNewConnection
  }
}

/// Why a transfer failed.
public struct TransportError: Error, Hashable, Sendable {
  /// Kinds of failure.
  public enum Code: Hashable, Sendable {
    case cancelled
    /// Request or resource timeout.
    case timedOut
    case cannotResolveHost
    case cannotConnect
    /// Reset, or closed before the head.
    case connectionLost
    /// Certificate, host name, pin or protocol.
    case tls
    /// Closed before the announced end of the body.
    case truncatedBody
    /// The content encoding could not be undone.
    case badContentEncoding
    /// Not HTTP, or a head over the size limit.
    case badResponse
    /// A header with CR, LF or NUL, a method or URL that cannot be sent.
    case invalidRequest
    case other
  }

  /// What went wrong, for programs.
  public let code: Code
  /// What the system said, for people. Holds no URL.
  public let message: String

  /// An error of that kind.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
