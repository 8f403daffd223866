import Alula

/// Bytes a second over the last few seconds.
struct RateMeter {
  private static let span = Duration.seconds(3)
  private static let shortest = Duration.milliseconds(500)
  private var samples: [(time: ContinuousClock.Instant, bytes: Int)] = []

  /// Notes that `bytes` have come by `time`.
  mutating func add(_ bytes: Int, at time: ContinuousClock.Instant) {
    samples.append((time, bytes))
    // One sample from before the span stays, so that the span is covered.
    while samples.count > 2, samples[1].time <= time - Self.span { samples.removeFirst() }
  }

  /// `nil` until there is enough to tell.
  var rate: ByteCount? {
    guard let first = samples.first, let last = samples.last, last.time - first.time >= Self.shortest else {
      return nil
    }
    let seconds = (last.time - first.time) / .seconds(1)
    return ByteCount(Int(Double(last.bytes - first.bytes) / seconds))
  }
}
