import Foundation

/// Looks at data as text: is it markup, and what is its first element? Reads at most 16 KB.
struct TextSniffer {
  private static let longest = 16 * 1024

  private let bytes: ByteReader
  private let end: Int

  init(_ bytes: ByteReader) {
    self.bytes = bytes
    end = min(bytes.count, Self.longest)
  }

  /// The local name of the first element, lower case; "html" for an HTML doctype; `nil` when this is no markup.
  var root: String? {
    var index = skipBlanks(from: bytes.hasPrefix([0xEF, 0xBB, 0xBF]) ? 3 : 0)
    while index < end, bytes[index] == UInt8(ascii: "<") {
      if bytes.hasText("<!--", at: index) {
        guard let after = find("-->", from: index + 4) else { return nil }
        index = skipBlanks(from: after)
      } else if bytes.hasText("<?", at: index) {
        guard let after = find("?>", from: index + 2) else { return nil }
        index = skipBlanks(from: after)
      } else if bytes.hasText("<!", at: index) {
        guard let after = endOfDeclaration(from: index + 2) else { return nil }
        if declaredRoot(at: index + 2) == "html" { return "html" }
        index = skipBlanks(from: after)
      } else {
        return elementName(from: index + 1)
      }
    }
    return nil
  }

  /// What unknown data look like, for an error message.
  var description: String {
    if bytes.count == 0 { return "empty" }
    if bytes.hasText("PK\u{3}\u{4}", at: 0) { return "a ZIP archive" }
    guard isText else { return "unknown data" }
    switch root {
    case "html", "head", "body", "script", "title", "h1", "p", "div", "center": return "an HTML page"
    case .some: return "an XML document"
    case nil: break
    }
    let first = bytes[skipBlanks(from: bytes.hasPrefix([0xEF, 0xBB, 0xBF]) ? 3 : 0)]
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? "JSON" : "text"
  }

  /// No control character but tab, line feed, form feed and return among the first bytes.
  private var isText: Bool {
    for index in 0..<min(end, 512) {
      guard let byte = bytes[index] else { return true }
      if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0C, byte != 0x0D { return false }
      if byte == 0x7F { return false }
    }
    return String(validating: (0..<min(end, 512)).compactMap { bytes[$0] }.dropLast(end > 512 ? 4 : 0), as: UTF8.self)
      != nil || end > 512
  }

  private func skipBlanks(from start: Int) -> Int {
    var index = start
    while index < end, let byte = bytes[index], byte == 0x20 || (0x09...0x0D).contains(byte) { index += 1 }
    return index
  }

  private func find(_ text: String, from start: Int) -> Int? {
    var index = start
    while index + text.utf8.count <= end {
      if bytes.hasText(text, at: index) { return index + text.utf8.count }
      index += 1
    }
    return nil
  }

  /// The index after the ">" of a declaration, its internal subset in brackets left out.
  private func endOfDeclaration(from start: Int) -> Int? {
    var isInside = false
    for index in start..<max(start, end) {
      switch bytes[index] {
      case UInt8(ascii: "["): isInside = true
      case UInt8(ascii: "]"): isInside = false
      case UInt8(ascii: ">") where !isInside: return index + 1
      default: break
      }
    }
    return nil
  }

  private func declaredRoot(at index: Int) -> String? {
    guard bytes.text(at: index, count: 7)?.lowercased() == "doctype" else { return nil }
    return elementName(from: skipBlanks(from: index + 7))
  }

  private func elementName(from start: Int) -> String? {
    var name = ""
    var index = start
    while index < end, let byte = bytes[index], name.utf8.count < 32 {
      let character = Character(UnicodeScalar(byte))
      if character == ":" {
        name = ""
      } else if character.isASCII, character.isLetter || character.isNumber || character == "-" || character == "_" {
        name.append(character)
      } else {
        break
      }
      index += 1
    }
    return name.isEmpty ? nil : name.lowercased()
  }
}
