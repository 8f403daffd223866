/// How many retries each host may still cause: a bucket of tokens a host, of which a retry takes one.
///
/// Ten tokens at first and at most; a tenth more for every request, one more each 10 s. Cost: one look into a table. Hosts with a full
/// bucket are not remembered.
final class RetryBudget: Sendable {
  private struct Bucket {
    var tokens: Double
    var filledAt: Duration
  }

  static let burst = 10.0
  static let perRequest = 0.1
  static let perSecond = 0.1
  /// The most hosts that are remembered.
  private static let maximumCount = 1000

  private let time: CacheTime
  private let buckets = Locked<[String: Bucket]>([:])

  init(time: CacheTime) { self.time = time }

  /// A request goes to `host` that is no retry.
  func earn(_ host: String) {
    let now = time.steady()
    buckets.withLock { buckets in
      guard let bucket = buckets[host] else { return }
      let filled = Self.filled(bucket, now, adding: Self.perRequest)
      buckets[host] = filled.tokens < Self.burst ? filled : nil
    }
  }

  /// Takes a token; `false` when there is none.
  func spend(_ host: String) -> Bool {
    let now = time.steady()
    return buckets.withLock { buckets in
      var bucket = Self.filled(buckets[host] ?? Bucket(tokens: Self.burst, filledAt: now), now, adding: 0)
      // Ten tenths are a little less than one.
      guard bucket.tokens > 1 - 1e-9 else { return false }
      bucket.tokens -= 1
      if buckets.count >= Self.maximumCount, buckets[host] == nil {
        buckets = buckets.filter { Self.filled($0.value, now, adding: 0).tokens < Self.burst }
        if buckets.count >= Self.maximumCount { return false }
      }
      buckets[host] = bucket
      return true
    }
  }

  private static func filled(_ bucket: Bucket, _ now: Duration, adding tokens: Double) -> Bucket {
    let seconds = max(0, (now - bucket.filledAt) / .seconds(1))
    return Bucket(tokens: min(burst, bucket.tokens + tokens + seconds * perSecond), filledAt: now)
  }
}
