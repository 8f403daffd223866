/// How long something took, over all times it was done: how often, in all, and which share was how fast.
///
/// Quantiles are by nearest rank, from buckets: wrong by 1/32 (3.2 %) of themselves at most, and half a microsecond. All others are exact to the
/// microsecond. Everything is zero where nothing was measured.
///
/// In JSON an object of `count`, and of `total_ms`, `min_ms`, `p50_ms`, `p90_ms`, `p99_ms`, `max_ms`: milliseconds, with three decimals.
public struct DurationSummary: Hashable, Sendable {
  /// How many were measured.
  public private(set) var count = 0
  /// All of them together.
  public private(set) var total = Duration.zero
  /// The shortest.
  public private(set) var minimum = Duration.zero
  /// The median: half of them took no longer.
  public private(set) var p50 = Duration.zero
  /// Nine of ten took no longer.
  public private(set) var p90 = Duration.zero
  /// 99 of 100 took no longer.
  public private(set) var p99 = Duration.zero
  /// The longest.
  public private(set) var maximum = Duration.zero

  /// A summary of nothing.
  public init() {}

  init(_ histogram: DurationHistogram) {
    count = histogram.count
    total = histogram.total.wholeMicroseconds
    minimum = histogram.shortest.wholeMicroseconds
    p50 = histogram.quantile(0.5).wholeMicroseconds
    p90 = histogram.quantile(0.9).wholeMicroseconds
    p99 = histogram.quantile(0.99).wholeMicroseconds
    maximum = histogram.longest.wholeMicroseconds
  }
}

extension DurationSummary: Codable {
  private enum CodingKeys: String, CodingKey {
    case count
    case total = "total_ms"
    case minimum = "min_ms"
    case p50 = "p50_ms"
    case p90 = "p90_ms"
    case p99 = "p99_ms"
    case maximum = "max_ms"
  }

  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func duration(_ key: CodingKeys) throws -> Duration {
      .milliseconds(try values.decode(Double.self, forKey: key)).wholeMicroseconds
    }
    count = try values.decode(Int.self, forKey: .count)
    total = try duration(.total)
    minimum = try duration(.minimum)
    p50 = try duration(.p50)
    p90 = try duration(.p90)
    p99 = try duration(.p99)
    maximum = try duration(.maximum)
  }

  /// Writes the keys that the type's summary names.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(count, forKey: .count)
    let durations = [
      (total, CodingKeys.total), (minimum, .minimum), (p50, .p50), (p90, .p90), (p99, .p99), (maximum, .maximum),
    ]
    for (duration, key) in durations {
      try values.encode((duration / .microseconds(1)).rounded() / 1000, forKey: key)
    }
  }
}

extension Duration {
  /// Rounded to microseconds.
  fileprivate var wholeMicroseconds: Duration { .microseconds((self / .microseconds(1)).rounded()) }
}
