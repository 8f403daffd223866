import Alula

/// A line of limited speed that connections share. Who wants to send books the next free time on it; so nobody comes twice before another.
final class LoopbackLine: Sendable {
  private let bytesPerSecond: Int
  private let freeAt = Locked<ContinuousClock.Instant?>(nil)

  init(bytesPerSecond: Int) { self.bytesPerSecond = max(1, bytesPerSecond) }

  /// What was left unused is caught up with for so long: who waits for a time wakes up a little late.
  private static let slack = Duration.milliseconds(10)

  /// When `count` bytes have gone over the line.
  func book(_ count: Int, _ now: ContinuousClock.Instant) -> ContinuousClock.Instant {
    freeAt.withLock { freeAt in
      let start = max(now - Self.slack, freeAt ?? now)
      let end = start + .seconds(1) * (Double(count) / Double(bytesPerSecond))
      freeAt = end
      return end
    }
  }
}
