#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What a stored response is worth at a moment, for who looks at a cache and asks for nothing.
package struct Outlook: Hashable, Sendable {
  /// Kinds of worth.
  package enum State: Hashable, Sendable {
    /// Answers without asking the server, for so long.
    case fresh(Duration)
    /// Is validated before it answers, since so long.
    case stale(Duration)
    /// Is validated each time: its server wants that, says nothing of freshness, or the clock was set.
    case validated
  }

  /// The worth.
  package let state: State
  /// One clause for people: "fresh for 41 s more (max-age=60, age 19 s)".
  package let reason: String
}

extension CacheRules {
  /// What `stored` is worth at that moment (RFC 9111 section 4.2).
  package func outlook(_ stored: StoredResponse, now: Date) -> Outlook {
    let freshness = Freshness(stored, now: now, rules: self)
    let state: Outlook.State =
      if !freshness.isTimeTrusted || freshness.isNoCache || freshness.source == .none {
        .validated
      } else if freshness.isFresh {
        .fresh(.seconds(freshness.lifetime - freshness.age))
      } else {
        .stale(.seconds(freshness.staleness))
      }
    return Outlook(state: state, reason: freshness.reason)
  }
}
