public import Alula

extension LoopbackResponse {
  /// 200 with `bytes` of a media type.
  public static func ok(_ bytes: [UInt8], type: String = "application/octet-stream") -> LoopbackResponse {
    LoopbackResponse(200, headers: ["Content-Type": type], body: .bytes(bytes))
  }

  /// 200 with plain text.
  public static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> LoopbackResponse {
    LoopbackResponse(200, headers: ["Content-Type": type], body: .text(text))
  }

  /// A status with a short text as body.
  public static func status(_ status: Int, headers: HTTPHeaders = [:]) -> LoopbackResponse {
    LoopbackResponse(status, headers: headers, body: .text("\(status) \(ReasonPhrase.of(status))\n"))
  }

  /// A redirect to `location`, sent as it is.
  public static func redirect(to location: String, status: Int = 302) -> LoopbackResponse {
    LoopbackResponse(status, headers: ["Location": location])
  }

  /// Bytes that go on the wire as they are, then the end of the connection.
  public static func raw(_ bytes: [UInt8], ending: Ending = .closes) -> LoopbackResponse {
    LoopbackResponse(body: .bytes(bytes)).with {
      $0.framing = .raw
      $0.ending = ending
    }
  }

  /// Text that goes on the wire as it is, then the end of the connection.
  public static func raw(_ text: String, ending: Ending = .closes) -> LoopbackResponse {
    raw(Array(text.utf8), ending: ending)
  }

  /// This response behind `latch`.
  public func hold(until latch: Latch) -> LoopbackResponse { with { $0.latch = latch } }

  /// This response with `Content-Length` of the whole and only the first `count` body bytes.
  public func cut(after count: Int, by ending: Ending = .closes) -> LoopbackResponse {
    with { $0.cut = Cut(after: count, by: ending) }
  }
}
