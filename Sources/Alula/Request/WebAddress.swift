import Foundation

/// An http or https URL in the one form that is sent, compared and cached under: encoded once, scheme and host in lower
/// case, no default port, no dot segments, no fragment, "/" for an empty path.
///
/// One reference wide, and hashed once: an address is copied and looked up each time a row comes on screen.
struct WebAddress: Hashable, Sendable {
  private final class Parts: Sendable {
    let text: String
    let origin: String
    let host: String
    let redacted: String
    let reference: URIReference
    let textHash: Int

    init(_ reference: URIReference, scheme: String, hostAndPort: String) {
      self.reference = reference
      text = reference.text
      host = hostAndPort
      origin = "\(scheme)://\(hostAndPort)"
      redacted = origin + reference.path
      textHash = text.hashValue
    }
  }

  private let parts: Parts

  /// The absolute URL as it is sent.
  var text: String { parts.text }
  /// Scheme, host and port: what credentials may be sent to (RFC 6454 section 4).
  var origin: String { parts.origin }
  /// Host and port, for limits a host and for logs.
  var host: String { parts.host }
  /// The URL without user, password and query, for errors.
  var redacted: String { parts.redacted }

  /// - Throws: `LoadError.Code.invalidURL`.
  init(_ reference: URIReference) throws(LoadError) {
    var reference = reference
    guard let scheme = reference.scheme, scheme == "http" || scheme == "https" else {
      throw LoadError(.invalidURL, "The address is not http or https.")
    }
    let authority = try Authority(reference.authority ?? "", scheme: scheme)
    let path = URIReference.removingDotSegments(PercentEncoding.encode(reference.path, allowing: ":@/"))
    reference.authority = authority.text
    reference.path = path.isEmpty ? "/" : path
    reference.query = reference.query.map { PercentEncoding.encode($0, allowing: ":@/?") }
    reference.fragment = nil
    parts = Parts(reference, scheme: scheme, hostAndPort: authority.hostAndPort)
  }

  /// `nil` for a text that is no absolute http or https URL.
  init?(url: String) {
    guard let address = try? WebAddress(URIReference(url)) else { return nil }
    self = address
  }

  static func == (left: WebAddress, right: WebAddress) -> Bool {
    left.parts === right.parts || (left.parts.textHash == right.parts.textHash && left.text == right.text)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(parts.textHash) }

  /// Where a redirect from here to `location` leads.
  /// - Throws: `LoadError.Code.redirect` when that is no http(s) URL.
  func redirected(to location: String) throws(LoadError) -> WebAddress {
    let location = location.trimmingCharacters(in: .whitespaces)
    guard !location.isEmpty else { throw LoadError(.redirect, "The server redirects to nowhere.", url: redacted) }
    do {
      return try WebAddress(URIReference(location).resolved(against: parts.reference))
    } catch { throw LoadError(.redirect, "The server redirects to an address that is not http(s).", url: redacted) }
  }
}

/// User information, host and port of a URL (RFC 3986 section 3.2).
private struct Authority {
  let text: String
  let hostAndPort: String

  init(_ authority: String, scheme: String) throws(LoadError) {
    let at = authority.utf8.lastIndex(of: UInt8(ascii: "@"))
    let user = at.map { PercentEncoding.encode(String(authority[..<$0]), allowing: ":") }
    let server = at.map { authority[authority.utf8.index(after: $0)...] } ?? authority[...]
    let (host, port) = try Self.split(server)
    let isDefault = port.isEmpty || (scheme == "http" && port == "80") || (scheme == "https" && port == "443")
    let name = isDefault ? host : "\(host):\(port)"
    hostAndPort = name
    text = user.map { "\($0)@\(name)" } ?? name
  }

  private static func split(_ server: Substring) throws(LoadError) -> (host: String, port: String) {
    let hostEnd: Substring.Index
    if server.hasPrefix("[") {
      guard let bracket = server.firstIndex(of: "]") else { throw invalidHost }
      hostEnd = server.index(after: bracket)
      let literal = server[server.index(after: server.startIndex)..<bracket].utf8
      guard literal.allSatisfy({ $0.hexValue != nil || ":.v%".utf8.contains($0) }), !literal.isEmpty else {
        throw invalidHost
      }
    } else {
      hostEnd = server.firstIndex(of: ":") ?? server.endIndex
    }
    let tail = server[hostEnd...]
    guard tail.isEmpty || tail.first == ":" else { throw invalidHost }
    let digits = tail.dropFirst()
    guard digits.utf8.allSatisfy(\.isDigit), digits.isEmpty || (UInt16(digits) ?? 0) > 0 else {
      throw LoadError(.invalidURL, "The address has a port that is no port.")
    }
    return (try ascii(server[..<hostEnd]), digits.isEmpty ? "" : String(UInt16(digits) ?? 0))
  }

  /// The host in lower-case ASCII; an international name as Punycode (RFC 5891), which Foundation does.
  private static func ascii(_ host: Substring) throws(LoadError) -> String {
    guard !host.isEmpty else { throw LoadError(.invalidURL, "The address has no host.") }
    var name = host.lowercased()
    if !name.utf8.allSatisfy({ $0 < 0x80 }) {
      guard let encoded = URL(string: "http://\(name)/")?.absoluteString else { throw invalidHost }
      name = URIReference(encoded).authority ?? ""
    }
    let isPlain = name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-._~[]:%".utf8.contains($0) }
    guard isPlain, !name.isEmpty else { throw invalidHost }
    return name
  }

  private static var invalidHost: LoadError { LoadError(.invalidURL, "The address has a host that is no host name.") }
}
