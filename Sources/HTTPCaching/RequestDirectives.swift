/// What a request's Cache-Control asks of a cache (RFC 9111 section 5.2.1).
struct RequestDirectives {
  /// Section 5.2.1.1. One that is no number asks for validation.
  var maxAge: Int?
  /// Section 5.2.1.2; 2^31 seconds when it has no argument.
  var maxStale: Int?
  /// Section 5.2.1.3.
  var minFresh: Int?
  /// Section 5.2.1.4, or `Pragma: no-cache` in a request without Cache-Control (section 5.4).
  var isNoCache = false
  /// Section 5.2.1.5.
  var isNoStore = false
  /// Section 5.2.1.7.
  var isOnlyIfCached = false
  /// RFC 5861 section 4.
  var staleIfError: Int?

  /// The directives in those fields.
  init(_ headers: HTTPHeaders) {
    var hasCacheControl = false
    var isPragmaNoCache = false
    for field in headers.fields {
      if HTTPHeaders.isSame(field.name, "Cache-Control") {
        hasCacheControl = true
        read(field.value)
      } else if HTTPHeaders.isSame(field.name, "Pragma") {
        isPragmaNoCache = isPragmaNoCache || Self.saysNoCache(field.value)
      }
    }
    if isPragmaNoCache, !hasCacheControl { isNoCache = true }
  }

  private static func saysNoCache(_ pragma: String) -> Bool {
    pragma.withFieldBytes { bytes in FieldList(bytes).contains { bytes.isSame($0, "no-cache") } }
  }

  private mutating func read(_ value: String) {
    value.withFieldBytes { bytes in
      for directive in CacheControl(bytes) { read(directive, bytes) }
    }
  }

  private mutating func read(_ directive: CacheControl.Directive, _ bytes: FieldBytes) {
    let name = directive.name
    if bytes.isSame(name, "no-cache") {
      isNoCache = true
    } else if bytes.isSame(name, "no-store") {
      isNoStore = true
    } else if bytes.isSame(name, "only-if-cached") {
      isOnlyIfCached = true
    } else if maxAge == nil, bytes.isSame(name, "max-age") {
      maxAge = bytes.seconds(directive) ?? 0
    } else if minFresh == nil, bytes.isSame(name, "min-fresh") {
      minFresh = bytes.seconds(directive)
    } else if maxStale == nil, bytes.isSame(name, "max-stale") {
      maxStale = directive.argument == nil ? FieldBytes.largestSeconds : bytes.seconds(directive)
    } else if staleIfError == nil, bytes.isSame(name, "stale-if-error") {
      staleIfError = bytes.seconds(directive)
    }
  }
}
