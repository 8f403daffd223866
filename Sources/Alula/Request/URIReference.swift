/// The five parts of a URI reference (RFC 3986 section 3), and the resolving of one against another (section 5.2).
///
/// Our own because Foundation's answers differ between platforms and versions, and because what is asked for, what is
/// cached under and what a redirect leads to must be the same text everywhere.
struct URIReference: Hashable, Sendable {
  var scheme: String?
  var authority: String?
  var path: String
  var query: String?
  var fragment: String?

  /// Splits `text` as RFC 3986 appendix B says. Never fails: any text is some reference.
  init(_ text: some StringProtocol) {
    var rest = Substring(text)
    fragment = rest.cut(after: UInt8(ascii: "#"))
    query = rest.cut(after: UInt8(ascii: "?"))
    scheme = nil
    authority = nil
    // Marks are looked for as bytes: to a Character, "/" and a combining accent after it are one letter, to a server not.
    if let colon = rest.utf8.firstIndex(where: { ":/".utf8.contains($0) }), rest.utf8[colon] == UInt8(ascii: ":"),
      Self.isScheme(rest[..<colon])
    {
      scheme = rest[..<colon].lowercased()
      rest = rest[rest.utf8.index(after: colon)...]
    }
    if rest.utf8.starts(with: "//".utf8) {
      rest = Substring(rest.utf8.dropFirst(2))
      let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = String(rest[..<end])
      rest = rest[end...]
    }
    path = String(rest)
  }

  /// This reference resolved against the absolute `base` (RFC 3986 section 5.2.2).
  func resolved(against base: URIReference) -> URIReference {
    var target = self
    guard scheme == nil else {
      target.path = Self.removingDotSegments(path)
      return target
    }
    target.scheme = base.scheme
    guard authority == nil else {
      target.path = Self.removingDotSegments(path)
      return target
    }
    target.authority = base.authority
    if path.isEmpty {
      target.path = base.path
      target.query = query ?? base.query
    } else {
      target.path = Self.removingDotSegments(path.utf8.first == Self.slash ? path : base.merging(path))
    }
    return target
  }

  /// RFC 3986 section 5.3.
  var text: String {
    var text = ""
    if let scheme { text += scheme + ":" }
    if let authority { text += "//" + authority }
    text += path
    if let query { text += "?" + query }
    if let fragment { text += "#" + fragment }
    return text
  }

  /// RFC 3986 section 5.2.4: "." and ".." leave the path.
  static func removingDotSegments(_ path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: ".")) else { return path }
    let isAbsolute = path.utf8.first == slash
    var segments = path.utf8.split(separator: slash, omittingEmptySubsequences: false).map { Substring($0) }
    if isAbsolute { segments.removeFirst() }
    var kept: [Substring] = []
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".":
        if isLast { kept.append("") }
      case "..":
        _ = kept.popLast()
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return (isAbsolute ? "/" : "") + kept.joined(separator: "/")
  }

  /// RFC 3986 section 5.2.3.
  private func merging(_ reference: String) -> String {
    if authority != nil, path.isEmpty { return "/" + reference }
    guard let end = path.utf8.lastIndex(of: Self.slash) else { return reference }
    return path[...end] + reference
  }

  private static var slash: UInt8 { UInt8(ascii: "/") }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, first.isLetter else { return false }
    return text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
  }
}

extension Substring {
  /// Removes the first `mark` and what follows it, and returns what follows; `nil` when there is no `mark`.
  fileprivate mutating func cut(after mark: UInt8) -> String? {
    guard let index = utf8.firstIndex(of: mark) else { return nil }
    defer { self = self[..<index] }
    return String(self[utf8.index(after: index)...])
  }
}
