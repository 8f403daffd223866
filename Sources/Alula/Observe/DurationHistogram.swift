/// Counts durations in buckets that grow with them, so that quantiles of any number of them cost little memory.
///
/// Sixteen buckets to each doubling: a bucket is at most 1/16 as wide as its lower end, and a quantile is told as the middle of its bucket, so
/// that it is wrong by 1/32 (3.2 %) at most. Under 16 ns each nanosecond has a bucket. Memory: 8 bytes a bucket, up to the longest duration
/// that came: 3.5 KB for a second, 5 KB for an hour.
struct DurationHistogram: Sendable {
  private var counts: [Int] = []
  private(set) var count = 0
  private(set) var total = Duration.zero
  private(set) var shortest = Duration.zero
  private(set) var longest = Duration.zero

  /// How much a quantile may be wrong, of its own size.
  static let relativeError = 1.0 / 32
  private static let bucketsPerDoubling = 16
  /// The bits of a value that say its bucket within its doubling.
  private static let precision = 4

  /// Cost: a few nanoseconds. What is negative counts as zero.
  mutating func add(_ duration: Duration) {
    let duration = max(.zero, duration)
    let index = Self.bucket(of: Self.nanoseconds(duration))
    if index >= counts.count { counts += repeatElement(0, count: index + 1 - counts.count) }
    counts[index] += 1
    shortest = count == 0 ? duration : min(shortest, duration)
    longest = max(longest, duration)
    count += 1
    total += duration
  }

  /// The duration that `share` (0 to 1) of all are not longer than, by nearest rank; zero when there are none.
  func quantile(_ share: Double) -> Duration {
    guard count > 0 else { return .zero }
    let rank = min(count, max(1, Int((share * Double(count)).rounded(.up))))
    var passed = 0
    for (index, inside) in counts.enumerated() {
      passed += inside
      // No bucket's middle may be beyond what came.
      if passed >= rank { return min(longest, max(shortest, .nanoseconds(Self.middle(of: index)))) }
    }
    return longest
  }

  private static func bucket(of value: Int64) -> Int {
    guard value >= bucketsPerDoubling else { return Int(value) }
    let shift = value.bitWidth - 1 - value.leadingZeroBitCount - precision
    return (shift + 1) * bucketsPerDoubling + Int(value >> shift) - bucketsPerDoubling
  }

  private static func middle(of bucket: Int) -> Int64 {
    guard bucket >= bucketsPerDoubling else { return Int64(bucket) }
    let shift = bucket / bucketsPerDoubling - 1
    let lowest = Int64(bucket % bucketsPerDoubling + bucketsPerDoubling) << shift
    return lowest + (Int64(1) << shift) / 2
  }

  /// Those over 292 years count as that.
  private static func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return .max }
    let (sum, isOver) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
    return isOver ? .max : sum
  }
}
