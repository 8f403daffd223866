public import Alula

extension LoopbackResponse {
  /// The bytes of a body.
  public enum Body: Sendable {
    /// Bytes held in memory.
    case bytes([UInt8])
    /// A body of `count` bytes that is made while it is sent, so that 256 MB need no memory. `make` gives exactly the
    /// bytes of the range it is asked for; it is called on the server's thread, with ranges in order.
    case generated(count: Int, make: @Sendable (Range<Int>) -> [UInt8])

    /// The UTF-8 bytes of `text`.
    public static func text(_ text: String) -> Body { .bytes(Array(text.utf8)) }

    /// `count` bytes of which each is its offset modulo 251, so that a byte in the wrong place shows.
    public static func pattern(count: Int) -> Body {
      .generated(count: count, make: Self.pattern)
    }

    private static let patternCycle = (0..<251 * 256).map { UInt8($0 % 251) }

    /// Copies of a long cycle: making each byte would be slower than the network.
    private static func pattern(_ range: Range<Int>) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(range.count)
      while bytes.count < range.count {
        let start = (range.lowerBound + bytes.count) % 251
        bytes += patternCycle[start..<min(patternCycle.count, start + range.count - bytes.count)]
      }
      return bytes
    }

    /// Number of bytes.
    public var count: Int {
      switch self {
      case .bytes(let bytes): bytes.count
      case .generated(let count, _): max(0, count)
      }
    }

    /// The bytes of `range`, which must lie in the body; a generator that gives another number is cut or filled with 0.
    public func bytes(in range: Range<Int>) -> [UInt8] {
      switch self {
      case .bytes(let bytes):
        return Array(bytes[range])
      case .generated(_, let make):
        let made = make(range)
        if made.count == range.count { return made }
        return Array(made.prefix(range.count)) + [UInt8](repeating: 0, count: max(0, range.count - made.count))
      }
    }

    /// The part of the body in `range`.
    public func part(_ range: Range<Int>) -> Body {
      switch self {
      case .bytes(let bytes):
        .bytes(Array(bytes[range]))
      case .generated(_, let make):
        .generated(count: range.count) { make($0.lowerBound + range.lowerBound..<$0.upperBound + range.lowerBound) }
      }
    }
  }

  /// How the client finds the end of the body (RFC 9112 section 6).
  public enum Framing: Hashable, Sendable {
    /// By `Content-Length`.
    case contentLength
    /// Chunked. Sizes are used in turn and the last one repeats; none means `pieceSize`.
    case chunked(sizes: [Int])
    /// By the end of the connection.
    case untilClose
    /// The body is everything that goes on the wire, status line included; then the connection ends as `ending` says.
    case raw

    /// Chunked in pieces of `pieceSize`.
    public static let chunked = Framing.chunked(sizes: [])
  }

  /// The end of a connection.
  public enum Ending: Hashable, Sendable {
    /// Stays open for the next request, unless the client asked otherwise or the framing needs the end.
    case keepsOpen
    /// An orderly end (FIN) after everything was sent, announced by `Connection: close`.
    case closes
    /// A reset (RST). What the client has not read yet may be lost.
    case resets
  }

  /// A body that ends too early.
  public struct Cut: Hashable, Sendable {
    /// Body bytes that are sent.
    public var after: Int
    /// By FIN (`.closes`) or by RST (`.resets`).
    public var by: Ending

    /// A cut after `after` body bytes.
    public init(after: Int, by: Ending = .closes) {
      self.after = max(0, after)
      self.by = by
    }
  }

  /// A 1xx response before the final one (RFC 9110 section 15.2).
  public struct Interim: Hashable, Sendable {
    /// 100 to 199.
    public var status: Int
    /// Its fields.
    public var headers: HTTPHeaders

    /// An interim response.
    public init(_ status: Int, headers: HTTPHeaders = [:]) {
      self.status = status
      self.headers = headers
    }
  }
}
