import HTTPCaching

/// Says whether and when a failed attempt is followed by another, and lets the time pass.
struct Retrier: Sendable {
  /// A failure that may be another thing a moment later.
  enum PassingFailure: Sendable {
    /// No answer, or none that was whole.
    case noAnswer
    case status(retryAfter: Duration?)
    /// The host was not found: passing only where the machine has no network at all.
    case unknownHost
  }

  enum Wait: Hashable, Sendable {
    case backOff(Duration)
    /// For a network, so long at most.
    case network(Duration)

    /// At most.
    var delay: Duration {
      switch self {
      case .backOff(let delay), .network(let delay): delay
      }
    }
  }

  let pacing: RetryPacing
  let budget: RetryBudget
  let connectivity: Connectivity

  /// What comes before retry `number`, from 1 on; `nil` when there is none.
  func wait(before number: Int, after failure: PassingFailure, _ policy: RetryPolicy, _ host: String) -> Wait? {
    guard number < policy.attempts else { return nil }
    var retryAfter: Duration?
    switch failure {
    case .status(let wanted): retryAfter = wanted
    case .noAnswer, .unknownHost:
      // Nothing reached the host: that counts for no budget of its own.
      if connectivity.isReachable() == false {
        return policy.longestOutage > .zero ? .network(policy.longestOutage) : nil
      }
      if case .unknownHost = failure { return nil }
    }
    let delay = policy.delay(before: number, retryAfter: retryAfter, fraction: pacing.fraction())
    guard let delay, budget.spend(host) else { return nil }
    return .backOff(delay)
  }

  /// Returns when the wait is over; `false` when there is still no network.
  /// - Throws: `.cancelled`, at once.
  func pass(_ wait: Wait) async throws(LoadError) -> Bool {
    switch wait {
    case .backOff(let delay):
      do { try await pacing.sleep(delay) } catch { throw .cancelled }
    case .network(let longest):
      await withTaskGroup { group in
        group.addTask { await connectivity.untilReachable() }
        group.addTask { try? await pacing.sleep(longest) }
        await group.next()
        group.cancelAll()
      }
    }
    guard !Task.isCancelled else { throw .cancelled }
    if case .network = wait { return connectivity.isReachable() != false }
    return true
  }
}

extension Retrier.PassingFailure {
  /// `nil` for what stays as it is.
  init?(_ error: LoadError) {
    switch error.code {
    case .timeout, .truncated, .transport(.cannotConnect), .transport(.connectionLost): self = .noAnswer
    case .transport(.cannotResolveHost): self = .unknownHost
    default: return nil
    }
  }

  init?(_ head: HTTPResponseHead, _ time: CacheTime) {
    guard RetryPolicy.passingStatuses.contains(head.status) else { return nil }
    self = .status(retryAfter: head.headers["Retry-After"].flatMap { RetryAfter.parse($0, now: time.wall()) })
  }
}

extension Retrier.Wait {
  /// For the log.
  func said(before number: Int) -> String {
    guard case .backOff(let delay) = self else { return "retry \(number) once there is a network" }
    let tenths = Int((delay / .milliseconds(100)).rounded())
    return "retry \(number) in \(tenths / 10).\(tenths % 10) s"
  }
}
