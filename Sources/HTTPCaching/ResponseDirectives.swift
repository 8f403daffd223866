/// What a response's Cache-Control says to a private cache (RFC 9111 section 5.2.2). `s-maxage` and `proxy-revalidate` are for
/// shared caches, unknown directives for nobody.
struct ResponseDirectives {
  /// `no-store`, section 5.2.2.5.
  var isNoStore = false
  /// `no-cache` without field names, section 5.2.2.4.
  var isNoCache = false
  /// The fields that `no-cache="…"` names, in lower case.
  var noCacheFields: [String] = []
  /// `must-revalidate`, section 5.2.2.2.
  var isMustRevalidate = false
  /// `must-understand`, section 5.2.2.3.
  var isMustUnderstand = false
  /// `public`, section 5.2.2.9.
  var isPublic = false
  /// `private`, section 5.2.2.7; with field names too, which only matter to shared caches.
  var isPrivate = false
  /// `immutable`, RFC 8246.
  var isImmutable = false
  /// `max-age`, section 5.2.2.1. The first one counts; one that is no number makes the response stale (section 4.2.1).
  var maxAge: Int?
  /// `stale-while-revalidate`, RFC 5861 section 3.
  var staleWhileRevalidate: Int?
  /// `stale-if-error`, RFC 5861 section 4.
  var staleIfError: Int?

  /// Whether a stale response may never be used unvalidated.
  var forbidsStale: Bool { isMustRevalidate || isNoCache }

  /// Section 5.2.2.3: `must-understand` stands above `no-store` for a cache that knows the status, and forbids to store others.
  func forbidsStoring(_ status: Int) -> Bool {
    isMustUnderstand ? !CacheRules.isUnderstood(status) : isNoStore
  }

  /// Takes in one field line, after those before it.
  mutating func read(_ value: String) {
    value.withFieldBytes { bytes in
      for directive in CacheControl(bytes) { read(directive, bytes) }
    }
  }

  private mutating func read(_ directive: CacheControl.Directive, _ bytes: FieldBytes) {
    let name = directive.name
    // The length of the name finds the directive with one comparison.
    switch name.count {
    case 6: isPublic = isPublic || bytes.isSame(name, "public")
    case 7:
      if maxAge == nil, bytes.isSame(name, "max-age") { maxAge = bytes.seconds(directive) ?? 0 }
      isPrivate = isPrivate || bytes.isSame(name, "private")
    case 8:
      isNoStore = isNoStore || bytes.isSame(name, "no-store")
      if bytes.isSame(name, "no-cache") { readNoCache(directive, bytes) }
    case 9: isImmutable = isImmutable || bytes.isSame(name, "immutable")
    case 14:
      if staleIfError == nil, bytes.isSame(name, "stale-if-error") { staleIfError = bytes.seconds(directive) }
    case 15:
      isMustRevalidate = isMustRevalidate || bytes.isSame(name, "must-revalidate")
      isMustUnderstand = isMustUnderstand || bytes.isSame(name, "must-understand")
    case 22:
      if staleWhileRevalidate == nil, bytes.isSame(name, "stale-while-revalidate") {
        staleWhileRevalidate = bytes.seconds(directive)
      }
    default: break
    }
  }

  /// Without field names, or with something that is none, it is about the whole response.
  private mutating func readNoCache(_ directive: CacheControl.Directive, _ bytes: FieldBytes) {
    guard let argument = directive.argument, !directive.isMalformed else { return isNoCache = true }
    let names = FieldList(bytes, in: argument).map { bytes.lowercasedText($0) }
    if names.isEmpty { isNoCache = true }
    noCacheFields += names
  }
}
