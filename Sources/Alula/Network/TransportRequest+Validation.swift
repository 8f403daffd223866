extension TransportRequest {
  /// Why this request must not be sent; `nil` when it may. Every transport asks before it opens a connection: a value
  /// with a line break would become a second header or a second request (RFC 9110 section 5.5, RFC 9112 section 11.2).
  var refusal: TransportError? {
    guard isSendableURL else { return TransportError(.invalidRequest, "not an absolute, encoded http or https URL") }
    guard Self.isToken(method) else { return TransportError(.invalidRequest, "the method is not a token") }
    for field in headers {
      guard Self.isToken(field.name) else { return TransportError(.invalidRequest, "a header name is not a token") }
      guard field.value.utf8.allSatisfy({ $0 != 0 && $0 != 0x0A && $0 != 0x0D }) else {
        return TransportError(.invalidRequest, "a header value holds CR, LF or NUL")
      }
      guard !Self.isFraming(field.name) else {
        return TransportError(.invalidRequest, "\(field.name) is the transport's to set")
      }
    }
    return nil
  }

  /// `scheme://` and something after it, printable ASCII only: spaces and non-ASCII must have been encoded before.
  private var isSendableURL: Bool {
    let schemes = ["http://", "https://"]
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return false }
    return schemes.contains { url.utf8.count > $0.utf8.count && HTTPHeaders.isSame(String(url.prefix($0.count)), $0) }
  }

  /// These say where the body ends; two opinions about that are how requests are smuggled.
  private static func isFraming(_ name: String) -> Bool {
    HTTPHeaders.isSame(name, "Content-Length") || HTTPHeaders.isSame(name, "Transfer-Encoding")
  }

  /// For texts of the configuration, which nobody checks later: without control characters.
  static func oneLine(_ text: String?) -> String? {
    text.map { String(String.UnicodeScalarView($0.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F })) }
  }

  /// RFC 9110 section 5.6.2.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
      UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
