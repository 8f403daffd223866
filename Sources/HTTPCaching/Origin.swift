#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Scheme, host and port (RFC 9110 section 4.3.1).
struct Origin: Equatable {
  private let scheme: String
  private let host: String
  private let port: Int

  /// The origin of an absolute URL.
  init?(_ text: String) {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), let host = url.host()?.lowercased() else {
      return nil
    }
    self.scheme = scheme
    self.host = host
    port = url.port ?? (scheme == "https" ? 443 : 80)
  }

  /// The absolute form of a reference (RFC 3986 section 5), without its fragment.
  static func resolve(_ reference: String, against base: String) -> String? {
    guard let baseURL = URL(string: base),
      let url = reference.isEmpty ? baseURL : URL(string: reference, relativeTo: baseURL)
    else {
      return nil
    }
    return String(url.absoluteString.prefix { $0 != "#" })
  }
}
