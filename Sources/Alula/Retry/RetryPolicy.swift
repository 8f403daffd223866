/// How often a request that failed for a passing reason is sent again, and after what time.
///
/// Only GET and HEAD. Passing are: no answer in time, a connection that was refused, reset or lost, also in the middle of a body, and the
/// statuses 408, 425, 429, 500, 502, 503 and 504. Nothing else is: no other status, no certificate, no body that is no image, no cancelling.
/// Where a stale picture may stand in for the server, it answers at once and nothing is sent again; nor behind a picture that is shown already.
///
/// Between two attempts nothing is held: no place among the requests, no connection. Cancelling ends the wait at once.
/// A load with its redirects waits `attempts - 1` times at most, each time `longestDelay` at most; what it takes over the network in all is
/// bounded by `NetworkLimits.resourceTimeout`, waits not included. Retries of one host are limited besides: to 10 at once, 1 more for every
/// 10 requests to it, and 1 more each 10 s, so that a host which is gone does not get three times the requests.
public struct RetryPolicy: Hashable, Sendable {
  /// How often a load sends at most, the first time included. Default 3; 1 or less never sends again.
  public var attempts = 3
  /// The wait before the second attempt is a random part of this (full jitter); before each further one of twice as much. Default 0.5 s.
  public var firstDelay = Duration.milliseconds(500)
  /// The longest wait. A server that wants a longer one (`Retry-After`, RFC 9110 section 10.2.3, seconds or a date) is not asked
  /// again: the load fails at once. Default 10 s.
  public var longestDelay = Duration.seconds(10)
  /// How long a load whose attempt failed waits for a network where the platform says that there is none (`Connectivity`). Such a wait
  /// takes the place of the other. Default 30 s; zero does not wait.
  public var longestOutage = Duration.seconds(30)

  /// The defaults.
  public init() {}

  /// Everything is sent once.
  public static let none: RetryPolicy = {
    var policy = RetryPolicy()
    policy.attempts = 1
    return policy
  }()
}

extension RetryPolicy {
  /// The statuses that may be others a moment later.
  static let passingStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

  /// The wait before retry `number`, from 1 on; `nil` when the server wants a longer one than the longest.
  /// - Parameter fraction: of the back-off, 0 to 1, by chance.
  func delay(before number: Int, retryAfter: Duration?, fraction: Double) -> Duration? {
    let longest = max(.zero, longestDelay)
    if let retryAfter, retryAfter > longest { return nil }
    // Up to 2³⁰ times as much: no count of attempts overflows.
    let backOff = min(longest, max(.zero, firstDelay) * (1 << min(max(0, number - 1), 30)))
    return max(backOff * min(max(0, fraction), 1), retryAfter ?? .zero)
  }
}
