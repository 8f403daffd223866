import Foundation

/// Notices that the time of day was set back: what was stored before then is of unknown age and has to be validated.
///
/// Clocks set forward need nothing: entries look older than they are. An entry belongs to the era in which it was stored;
/// an era ends when the clock is set back, in this process or between two.
struct ClockWatch: Sendable {
  private(set) var era: UInt32
  /// The latest time of day that is known to have been.
  private(set) var latest: Date
  private var anchor: (wall: Date, steady: Duration)?

  /// What clocks differ by without having been set, in seconds.
  private static let slack = 2.0

  init(era: UInt32 = 0, latest: Date = .distantPast) {
    self.era = era
    self.latest = latest
  }

  /// Looks at both clocks. Returns whether the clock was found set back.
  mutating func observe(wall: Date, steady: Duration) -> Bool {
    let expected = anchor.map { $0.wall.addingTimeInterval((steady - $0.steady) / .seconds(1)) } ?? latest
    let drift = wall.timeIntervalSince(expected)
    if anchor == nil || abs(drift) > Self.slack { anchor = (wall, steady) }
    let isSetBack = drift < -Self.slack
    if isSetBack { era &+= 1 }
    latest = isSetBack ? wall : max(latest, wall)
    return isSetBack
  }

  /// Takes over what another process knows.
  mutating func join(_ other: ClockWatch) { era = max(era, other.era) }
}

extension ClockWatch {
  /// 4 bytes of era, 8 bytes of milliseconds, big-endian.
  var encoded: [UInt8] {
    let milliseconds = UInt64(max(0, min(latest.timeIntervalSince1970, 1e12)) * 1000)
    return withUnsafeBytes(of: era.bigEndian, Array.init) + withUnsafeBytes(of: milliseconds.bigEndian, Array.init)
  }

  init?(encoded bytes: [UInt8]) {
    guard bytes.count == 12 else { return nil }
    let milliseconds = bytes[4...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    self.init(
      era: bytes[..<4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) },
      latest: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
  }
}
