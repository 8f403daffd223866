import Foundation

/// Where a request's bytes come from, settled when the request is made.
enum ImageSource: Hashable, Sendable {
  case web(WebAddress)
  /// An absolute path.
  case file(String)
  /// A whole `data:` URL's text after "data:".
  case dataURL(String)
  case data(Data, id: String?)
  /// A URL that cannot be loaded; loading throws the error.
  case invalid(LoadError)

  /// The source that `text` names, by the one rule for texts.
  ///
  /// White space around is dropped. The scheme, in any case, is http, https, file or data. `%XX` stays; what a URL may
  /// not hold (spaces, non-ASCII …) is encoded once; an international host becomes Punycode.
  /// - Throws: `LoadError.Code.invalidURL` for an empty text, no scheme, another scheme, no host, a control character inside.
  init(text: String) throws(LoadError) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { throw LoadError(.invalidURL, "The address is empty.") }
    let reference = URIReference(text)
    if reference.scheme == "data" {
      self = .dataURL(String(Substring(text.utf8.dropFirst("data:".utf8.count))))
      return
    }
    guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw LoadError(.invalidURL, "The address has a control character inside.")
    }
    switch reference.scheme {
    case "http", "https": self = .web(try WebAddress(reference))
    case "file": self = .file(try Self.path(of: reference))
    case nil:
      throw LoadError(.invalidURL, "The address has no scheme; it must begin with https:, http:, file: or data:.")
    case .some(let scheme):
      throw LoadError(.invalidURL, "The scheme \(scheme): is not one that images are loaded from.")
    }
  }

  /// The text for errors: no query, no data, no user name.
  var redacted: String? {
    switch self {
    case .web(let address): address.redacted
    case .file(let path): "file://\(path)"
    case .dataURL: "data:"
    case .data: nil
    case .invalid(let error): error.url
    }
  }

  /// RFC 8089: empty or "localhost" authority; the path percent-decoded. `#` and `?` in a name must be encoded in a URL.
  private static func path(of reference: URIReference) throws(LoadError) -> String {
    let host = reference.authority?.lowercased() ?? ""
    guard host.isEmpty || host == "localhost", reference.path.utf8.first == UInt8(ascii: "/") else {
      throw LoadError(.invalidURL, "The file: URL does not name a local, absolute path.")
    }
    let bytes = PercentEncoding.decode(reference.path)
    guard !bytes.contains(0), let path = String(validating: bytes, as: UTF8.self) else {
      throw LoadError(.invalidURL, "The file: URL holds a name that no file can have.")
    }
    return path
  }
}
