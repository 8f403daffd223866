/// When the next preview of a load may be made. Bounds what all of them cost: the bytes that are copied and read by growth, as the sum of a
/// geometric series is at most nine times the last; the time by rest.
struct PreviewSchedule: Hashable, Sendable {
  /// What one preview took.
  struct Work: Hashable, Sendable {
    /// How many bytes it was made of.
    let bytes: Int
    let began: Duration
    let ended: Duration
  }

  private static let smallestStep = 4096

  /// How many bytes the next one is made of, at least.
  private(set) var leastBytes = smallestStep
  private(set) var isRunning = false
  /// When the last one began; before the first one when bytes first came.
  private var last: Duration?
  private var restsUntil = Duration.zero

  /// Whether one begins now. If so, `end` must follow.
  mutating func begin(bytes: Int, every interval: Duration, now: Duration) -> Bool {
    let last = last ?? now
    self.last = last
    guard !isRunning, bytes >= leastBytes, now >= last + max(.zero, interval), now >= restsUntil else { return false }
    isRunning = true
    return true
  }

  /// It has ended.
  /// - Parameter work: `nil` when nothing was decoded.
  mutating func end(_ work: Work?) {
    isRunning = false
    guard let work else { return }
    last = work.began
    restsUntil = work.ended + (work.ended - work.began) * 2
    leastBytes = work.bytes + max(Self.smallestStep, work.bytes / 8)
  }
}
