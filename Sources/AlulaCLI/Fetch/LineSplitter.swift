import Foundation

/// Cuts bytes that come in pieces into lines: ended by LF or CRLF, blanks around dropped, a byte order mark dropped.
struct LineSplitter {
  private var rest: [UInt8] = []

  /// The lines that `bytes` complete.
  mutating func add(_ bytes: some Sequence<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        lines.append(Self.line(rest))
        rest.removeAll(keepingCapacity: true)
      } else {
        rest.append(byte)
      }
    }
    return lines
  }

  /// The last line, when it has no end.
  mutating func finish() -> String? {
    defer { rest = [] }
    return rest.isEmpty ? nil : Self.line(rest)
  }

  private static func line(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespaces.union(["\u{FEFF}", "\r"]))
  }
}
