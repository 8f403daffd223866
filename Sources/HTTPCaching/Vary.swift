/// Which stored response a request selects (RFC 9111 section 4.1). Fingerprints are made once for each field of a request.
struct Vary {
  private let headers: HTTPHeaders
  private let fingerprint: @Sendable (String) -> String
  private var known: [SelectingField] = []

  init(_ headers: HTTPHeaders, rules: CacheRules) {
    self.headers = headers
    fingerprint = rules.fingerprint
  }

  /// The selecting fields of a response to this request. `*` is one that never matches.
  mutating func selecting(_ response: HTTPHeaders) -> [SelectingField] {
    response.lowercasedMembers("Vary").map { SelectingField(name: $0, value: $0 == "*" ? nil : value($0)) }
  }

  enum Match {
    case same
    /// The origin may still say that this one is meant, by its strong entity tag (RFC 9111 section 4.3.1).
    case other
    /// Made for other credentials: nothing about it is sent with these.
    case otherCredentials
  }

  mutating func match(_ stored: StoredResponse) -> Match {
    var result = Match.same
    for field in stored.selecting {
      if field.name != "*", value(field.name) == field.value || isPreferred(field.name, stored) { continue }
      if field.name == "cookie" || field.name == "authorization" { return .otherCredentials }
      result = .other
    }
    return result
  }

  private mutating func value(_ name: String) -> String? {
    if let field = known.first(where: { $0.name == name }) { return field.value }
    let value = FieldNormalizer.normalized(name, headers).map(fingerprint)
    known.append(SelectingField(name: name, value: value))
    return value
  }

  /// A response in the one language that this request prefers is what its origin would choose (RFC 9111 section 4.1 leaves
  /// normalising by what is known of a field's meaning to the cache; RFC 9110 section 12.5.4).
  private func isPreferred(_ name: String, _ stored: StoredResponse) -> Bool {
    guard name == "accept-language", let language = stored.headers["Content-Language"]?.lowercased() else {
      return false
    }
    return FieldNormalizer.preferred(name, headers) == language
  }
}
