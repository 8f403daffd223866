import Alula
import Foundation

/// A request line and its fields, checked.
struct RequestHead {
  enum Framing {
    case none
    case length(Int)
    case chunked
  }

  struct Refusal: Error {
    let status: Int
  }

  let request: LoopbackRequest
  let framing: Framing
  let expectsContinue: Bool

  /// `bytes` end with the empty line.
  static func parse(_ bytes: [UInt8], connection: Int) throws(Refusal) -> RequestHead {
    var lines = try lines(of: bytes)
    let (method, target, version) = try requestLine(lines.removeFirst())
    var headers = HTTPHeaders()
    for line in lines {
      let (name, value) = try field(line)
      headers.append(name, value)
    }
    // RFC 9112 section 3.2: exactly one Host, or 400.
    let hosts = headers.values("Host").count
    guard hosts == 1 || (version == "1.0" && hosts == 0) else { throw Refusal(status: 400) }
    return RequestHead(
      request: LoopbackRequest(
        method: method, target: target, version: version, headers: headers, connection: connection),
      framing: try framing(headers),
      expectsContinue: headers["Expect"]?.lowercased() == "100-continue")
  }

  private static func lines(of bytes: [UInt8]) throws(Refusal) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    for line in bytes.dropLast(2).split(separator: 10, omittingEmptySubsequences: false).dropLast() {
      guard line.last == 13 else { throw Refusal(status: 400) }
      lines.append(line.dropLast())
    }
    guard !lines.isEmpty else { throw Refusal(status: 400) }
    return lines
  }

  private static func requestLine(_ line: ArraySlice<UInt8>) throws(Refusal) -> (String, String, String) {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, words[0].allSatisfy(isToken), !words[0].isEmpty, !words[1].isEmpty,
      words[1].allSatisfy({ $0 > 32 && $0 != 127 })
    else { throw Refusal(status: 400) }
    let version = text(words[2])
    guard version.hasPrefix("HTTP/") else { throw Refusal(status: 400) }
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else { throw Refusal(status: 505) }
    return (text(words[0]), text(words[1]), String(version.dropFirst(5)))
  }

  private static func field(_ line: ArraySlice<UInt8>) throws(Refusal) -> (String, String) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else {
      throw Refusal(status: 400)
    }
    let name = line[..<colon]
    let value = line[(colon + 1)...].drop(while: isBlank)
    guard name.allSatisfy(isToken), value.allSatisfy({ $0 >= 32 && $0 != 127 || $0 == 9 }) else {
      throw Refusal(status: 400)
    }
    let end = value.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? value.startIndex
    return (text(name), text(value[value.startIndex..<end]))
  }

  private static func framing(_ headers: HTTPHeaders) throws(Refusal) -> Framing {
    let codings = headers.values("Transfer-Encoding")
    let lengths = headers.values("Content-Length")
    if !codings.isEmpty {
      // Both is how requests are smuggled (RFC 9112 section 6.3).
      guard lengths.isEmpty else { throw Refusal(status: 400) }
      guard codings.count == 1, codings[0].lowercased() == "chunked" else { throw Refusal(status: 501) }
      return .chunked
    }
    guard let first = lengths.first else { return .none }
    guard lengths.allSatisfy({ $0 == first }), !first.isEmpty, first.utf8.allSatisfy({ (48...57).contains($0) }),
      let count = Int(first)
    else { throw Refusal(status: 400) }
    return count == 0 ? .none : .length(count)
  }

  /// UTF-8 when it is that; else every byte is one Latin-1 character.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(bytes: bytes, encoding: .utf8)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }

  /// RFC 9110 section 5.6.2.
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
