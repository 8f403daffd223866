import HTTPCaching

/// Until when a picture in memory may answer, in the time of `CacheTime.steady`, which nobody can set.
struct Freshness: Hashable, Sendable {
  /// Until then it answers.
  var freshUntil: Duration
  /// Until then it answers while it is validated behind.
  var usableUntil: Duration
  /// Until then it answers when its server fails.
  var standsInUntil: Duration
  /// Whether memory may keep it at all (RFC 9111 section 5.2.2.5).
  var isKept: Bool

  /// The longest lifetime that is told from another.
  private static let longest = Duration.seconds(1 << 40)

  /// Files and data, which change under a key of their own.
  static let always = Freshness(freshUntil: longest, usableUntil: longest, standsInUntil: longest, isKept: true)
  /// What must not be kept.
  static let never = Freshness(freshUntil: .zero, usableUntil: .zero, standsInUntil: .zero, isKept: false)

  /// What both allow: a picture behind a redirect is as fresh as the redirect.
  func limited(by other: Freshness) -> Freshness {
    Freshness(
      freshUntil: min(freshUntil, other.freshUntil), usableUntil: min(usableUntil, other.usableUntil),
      standsInUntil: min(standsInUntil, other.standsInUntil), isKept: isKept && other.isKept)
  }
}

extension Freshness {
  /// - Parameter assumed: the lifetime of what nothing is stated about.
  init(_ reuse: Reuse, now: Duration, assumed: Duration) {
    let fresh = min(reuse.hasStatedFreshness ? reuse.freshFor : max(reuse.freshFor, assumed), Self.longest)
    let usable = min(max(fresh, reuse.usableFor), Self.longest)
    let standsIn = min(reuse.standsInFor, Self.longest)
    self.init(freshUntil: now + fresh, usableUntil: now + usable, standsInUntil: now + standsIn, isKept: true)
  }
}
