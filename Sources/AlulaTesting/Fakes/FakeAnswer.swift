public import Alula

/// What a `FakeTransport` answers to one request: parts in order, then the end.
public struct FakeAnswer: Sendable {
  /// One event, or a stop.
  public enum Part: Sendable {
    /// Status and headers.
    case head(HTTPResponseHead)
    /// Delivered as one body part.
    case body([UInt8])
    /// Waits for one `FakeTransport.release(_:)`, or for ever.
    case hold
  }

  /// The parts before the end. The contract of `Transport` is up to the script: a head first, or none and a failure.
  public var parts: [Part]
  /// How it ends. `nil` is a success with the bytes of all body parts on a new connection.
  public var end: Result<TransportMetrics, TransportError>?

  /// An answer of `parts` and an end.
  public init(_ parts: [Part], end: Result<TransportMetrics, TransportError>? = nil) {
    self.parts = parts
    self.end = end
  }

  /// 200 with `bytes` in parts of at most `partSize` bytes (default 16 KB, as libcurl gives them out).
  public static func ok(
    _ bytes: [UInt8], type: String = "application/octet-stream", headers: HTTPHeaders = [:], partSize: Int = 16_384
  ) -> FakeAnswer {
    var fields: HTTPHeaders = ["Content-Type": type, "Content-Length": "\(bytes.count)"]
    for field in headers { fields.append(field.name, field.value) }
    let bodies = stride(from: 0, to: bytes.count, by: max(1, partSize)).map { start in
      Part.body(Array(bytes[start..<min(start + max(1, partSize), bytes.count)]))
    }
    return FakeAnswer([.head(HTTPResponseHead(status: 200, headers: fields))] + bodies)
  }

  /// A head alone.
  public static func status(_ status: Int, headers: HTTPHeaders = [:]) -> FakeAnswer {
    FakeAnswer([.head(HTTPResponseHead(status: status, headers: headers))])
  }

  /// A redirect to `location`.
  public static func redirect(to location: String, status: Int = 302) -> FakeAnswer {
    .status(status, headers: ["Location": location])
  }

  /// A failure without a head.
  public static func failure(_ code: TransportError.Code, _ message: String = "scripted") -> FakeAnswer {
    FakeAnswer([], end: .failure(TransportError(code, message)))
  }

  /// Nothing, until it is cancelled or, after `release`, ends with an empty success.
  public static let hangs = FakeAnswer([.hold])

  /// This answer, with nothing before `FakeTransport.release`.
  public func held() -> FakeAnswer { FakeAnswer([.hold] + parts, end: end) }

  /// This answer with `failure` in place of its end and of every part after the first `count`.
  public func failing(after count: Int, _ code: TransportError.Code) -> FakeAnswer {
    FakeAnswer(Array(parts.prefix(count)), end: .failure(TransportError(code, "scripted")))
  }
}
