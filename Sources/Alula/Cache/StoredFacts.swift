package import Foundation
import HTTPCaching

/// What is known of a stored answer by its metadata, for lists.
package struct StoredFacts: Hashable, Sendable {
  /// 200, 301, 404 …
  package let status: Int
  /// "image/png", as the server said it; `nil` where it said nothing.
  package let mediaType: String?
  /// How much longer it answers without its server; `nil` when it does not.
  package let freshFor: Duration?
  /// "fresh 59 min", "stale 3 days", or "validate" when it is validated each time.
  package let freshness: String
  /// Why, in one clause: "fresh for 41 s more (max-age=60, age 19 s)".
  package let reason: String
}

extension DiskStore {
  /// What the items say of themselves at that moment, in their order, by the rules that pipelines have unless they are given others; `nil`
  /// for a picture kept at another size and for what another version wrote. Runs on the store's own queue.
  package func facts(_ items: [Item], now: Date) async -> [StoredFacts?] {
    await onQueue { [self] in
      let era = EraKeeper(store: self, time: .system).current
      return items.map { StoredFacts($0.metadata, era: era, now: now) }
    }
  }
}

extension DiskStore.Item {
  /// How long ago it was stored: "12 days".
  package func storedAgo(_ now: Date) -> String { "\(SpanOfTime(seconds: now.timeIntervalSince(stored)))" }

  /// How long ago it was read last.
  package func usedAgo(_ now: Date) -> String { "\(SpanOfTime(seconds: now.timeIntervalSince(used)))" }
}

extension StoredFacts {
  fileprivate init?(_ metadata: [UInt8], era: UInt32, now: Date) {
    guard let (response, storedEra) = Shelf.decoded(metadata) else { return nil }
    var stored = response
    stored.isTimeTrusted = storedEra == era
    let outlook = FreshnessRules().rules.outlook(stored, now: now)
    status = stored.status
    mediaType = stored.headers["Content-Type"].flatMap { field in
      field.split(separator: ";").first.map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
    }
    reason = outlook.reason
    switch outlook.state {
    case .fresh(let span): (freshFor, freshness) = (span, "fresh \(Self.words(span))")
    case .stale(let span): (freshFor, freshness) = (nil, "stale \(Self.words(span))")
    case .validated: (freshFor, freshness) = (nil, "validate")
    }
  }

  private static func words(_ span: Duration) -> String { "\(SpanOfTime(seconds: span / .seconds(1)))" }
}
