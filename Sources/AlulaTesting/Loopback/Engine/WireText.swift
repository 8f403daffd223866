import Alula

/// HTTP/1.1 message text (RFC 9112).
enum WireText {
  static func head(status: Int, reason: String?, fields: HTTPHeaders) -> [UInt8] {
    var bytes = Array("HTTP/1.1 \(status) \(reason ?? ReasonPhrase.of(status))\r\n".utf8)
    append(fields, to: &bytes)
    return bytes
  }

  static func chunkSize(_ count: Int) -> [UInt8] { Array("\(String(count, radix: 16))\r\n".utf8) }

  static let lineEnd: [UInt8] = [13, 10]

  static func lastChunk(_ trailers: HTTPHeaders) -> [UInt8] {
    var bytes = Array("0\r\n".utf8)
    append(trailers, to: &bytes)
    return bytes
  }

  private static func append(_ fields: HTTPHeaders, to bytes: inout [UInt8]) {
    for field in fields {
      bytes += field.name.utf8
      bytes += [UInt8(ascii: ":"), UInt8(ascii: " ")]
      bytes += field.value.utf8
      bytes += lineEnd
    }
    bytes += lineEnd
  }
}
