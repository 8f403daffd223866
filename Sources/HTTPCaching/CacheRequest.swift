/// One request as a cache sees it.
package struct CacheRequest: Hashable, Sendable {
  /// As it is sent; methods are case-sensitive (RFC 9110 section 9.1).
  package var method: String
  /// The absolute URL in the form that is sent. Only read to find what an unsafe method invalidates.
  package var url: String
  /// Every field that the client sends, its own Cache-Control, Range and conditions included.
  package var headers: HTTPHeaders
  /// What the caller wants of caches.
  package var mode: CacheMode

  /// A request of these parts.
  package init(method: String = "GET", url: String, headers: HTTPHeaders = [:], mode: CacheMode = .followHTTP) {
    self.method = method
    self.url = url
    self.headers = headers
    self.mode = mode
  }
}

/// What a caller wants of caches; the modes of the Fetch standard (section 2.2.5) under our names.
package enum CacheMode: Hashable, Sendable {
  /// RFC 9111. Fetch: "default".
  case followHTTP
  /// Always from the origin, with `Cache-Control: no-cache`; the answer is stored. Fetch: "reload".
  case reload
  /// Stored responses are validated before use, with `Cache-Control: max-age=0`, unless fresh and `immutable` (RFC 8246).
  /// Fetch: "no-cache".
  case revalidate
  /// A stored response however old; otherwise the origin. Fetch: "force-cache".
  case preferCache
  /// A stored response however old; otherwise 504. Fetch: "only-if-cached".
  case onlyCached
  /// Always from the origin; stored nowhere. Fetch: "no-store".
  case noStore
}
