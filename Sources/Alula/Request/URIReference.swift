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
    fragment = rest.cut(after: "#")
    query = rest.cut(after: "?")
    scheme = nil
    authority = nil
    if let colon = rest.firstIndex(where: { ":/".contains($0) }), rest[colon] == ":",
      Self.isScheme(rest[..<colon])
    {
      scheme = rest[..<colon].lowercased()
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
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
      target.path = Self.removingDotSegments(path.hasPrefix("/") ? path : base.merging(path))
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
    let isAbsolute = path.hasPrefix("/")
    var segments = path.split(separator: "/", omittingEmptySubsequences: false)
    if isAbsolute { segments.removeFirst() }
    var kept: [Substring] = []
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".":
        if isLast { kept.append("") }
      case "..":
        kept = kept.dropLast()
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return (isAbsolute ? "/" : "") + kept.joined(separator: "/")
  }

  /// RFC 3986 section 5.2.3.
  private func merging(_ reference: String) -> String {
    if authority != nil, path.isEmpty { return "/" + reference }
    guard let slash = path.lastIndex(of: "/") else { return reference }
    return path[...slash] + reference
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, first.isLetter else { return false }
    return text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
  }
}

extension Substring {
  /// Removes the first `mark` and what follows it, and returns what follows; `nil` when there is no `mark`.
  fileprivate mutating func cut(after mark: Character) -> String? {
    guard let index = firstIndex(of: mark) else { return nil }
    defer { self = self[..<index] }
    return String(self[self.index(after: index)...])
  }
}
