#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The field Retry-After (RFC 9110 section 10.2.3).
package enum RetryAfter {
  /// How long from `now` on the origin wants to be left alone: seconds, or a date; `nil` for anything else, zero for a date that is past.
  package static func parse(_ value: String, now: Date) -> Duration? {
    let seconds = value.withFieldBytes { bytes in bytes.seconds(bytes.trimmed(0..<bytes.count)) }
    if let seconds { return .seconds(seconds) }
    guard let date = HTTPDate.parse(value, reference: now) else { return nil }
    return .seconds(min(max(0, date.timeIntervalSince(now)), Double(FieldBytes.largestSeconds)))
  }
}
