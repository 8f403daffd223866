#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How old a stored response is at a moment and how long it is fresh (RFC 9111 section 4.2). Seconds with their fractions; only
/// what is shown is floored.
struct Freshness {
  /// Where the lifetime comes from.
  enum Source: Equatable {
    case maxAge(Int)
    case expires
    case invalidExpires
    case heuristic
    case fixed(Duration)
    /// Nothing was said and nothing can be computed: never fresh.
    case none
  }

  let fields: ResponseFields
  /// `current_age`, section 4.2.3.
  let age: Double
  /// `freshness_lifetime`, section 4.2.1.
  let lifetime: Double
  let source: Source
  /// False when the clock was set back, or set since: nothing can be said about the age then.
  let isTimeTrusted: Bool

  init(_ stored: StoredResponse, now: Date, rules: CacheRules) {
    fields = ResponseFields(stored.headers, reference: stored.responseTime)
    let initialAge = Self.correctedInitialAge(stored, fields)
    let resident = now.timeIntervalSince(stored.responseTime)
    isTimeTrusted = stored.isTimeTrusted && resident >= 0
    age = min(initialAge + max(0, resident), Double(FieldBytes.largestSeconds))
    if let fixed = rules.fixedLifetime, 200...299 ~= stored.status {
      source = .fixed(fixed)
      // From receipt, whatever Age and Date say.
      lifetime = min(fixed.inSeconds + initialAge, Double(FieldBytes.largestSeconds))
    } else {
      let stated = rules.lifetime(status: stored.status, fields: fields, responseTime: stored.responseTime)
      (lifetime, source) = (min(stated.0, Double(FieldBytes.largestSeconds)), stated.1)
    }
  }

  /// `corrected_initial_age`, section 4.2.3. A clock that was set while the request was under way gives no negative delay.
  private static func correctedInitialAge(_ stored: StoredResponse, _ fields: ResponseFields) -> Double {
    let apparentAge = fields.date.map { max(0, stored.responseTime.timeIntervalSince($0)) } ?? 0
    let delay = max(0, stored.responseTime.timeIntervalSince(stored.requestTime))
    return max(apparentAge, Double(fields.age ?? 0) + delay)
  }

  /// Whether each use must be validated (section 5.2.2.4). Fields count for nothing where the lifetime is fixed.
  var isNoCache: Bool {
    if case .fixed = source { return false }
    return fields.directives.isNoCache
  }

  /// Whether stale use is forbidden (section 4.2.4).
  var forbidsStale: Bool {
    if case .fixed = source { return false }
    return fields.directives.forbidsStale
  }

  /// `response_is_fresh`, section 4.2, and nothing else forbids its use.
  var isFresh: Bool { isTimeTrusted && !isNoCache && lifetime > age }

  /// Whether it may be used stale at all; with an age that nobody knows it may not.
  var allowsStale: Bool { isTimeTrusted && !forbidsStale }

  /// Seconds since it went stale; zero while it is fresh.
  var staleness: Double { max(0, age - lifetime) }

  /// In whole seconds, as the Age field says.
  var wholeAge: Int { Int(age) }
}

extension CacheRules {
  /// `freshness_lifetime` (section 4.2.1); `s-maxage` is for shared caches.
  func lifetime(status: Int, fields: ResponseFields, responseTime: Date) -> (Double, Freshness.Source) {
    if let maxAge = fields.directives.maxAge { return (Double(maxAge), .maxAge(maxAge)) }
    switch fields.expires {
    case .at(let expires): return (expires.timeIntervalSince(fields.date ?? responseTime), .expires)
    case .invalid: return (0, .invalidExpires)
    case .missing: break
    }
    guard let lastModified = fields.lastModified else { return (0, .none) }
    guard Self.isHeuristicallyCacheable(status) || fields.directives.isPublic else { return (0, .none) }
    // Section 4.2.2.
    let unchanged = (fields.date ?? responseTime).timeIntervalSince(lastModified)
    return (min(max(0, unchanged * heuristicFraction), heuristicMaximum.inSeconds), .heuristic)
  }

  /// RFC 9110 section 15.1.
  static func isHeuristicallyCacheable(_ status: Int) -> Bool {
    switch status {
    case 200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501: true
    default: false
    }
  }
}

extension Duration {
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
