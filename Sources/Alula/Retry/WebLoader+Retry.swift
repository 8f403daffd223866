import HTTPCaching

// Between the HTTP cache and the gate.
extension WebLoader {
  /// Sends a request until it is answered, as often as its policy allows. What came of a body that was cut short stays, and only its rest
  /// is asked for, where that can be told (RFC 9110 section 14).
  func sendPatiently(
    _ request: TransportRequest, _ host: String, _ number: Int, _ spent: Locked<Spent>, _ call: Call, _ intake: Intake
  ) async throws(LoadError) -> BodyCollector.Outcome {
    retrier.budget.earn(host)
    var request = request
    let fields = request.headers
    while true {
      request.headers = intake.fields(resuming: fields)
      request.resourceTimeout = max(.milliseconds(1), timeLeft(spent))
      let result = await attempt(request, host, number, spent, call, intake)
      // A part that does not fit what is here: the whole is asked for at once. It happens once for what was cut.
      if intake.hasToStartOver() { continue }
      guard let failure = failure(result) else {
        if case .success = result { intake.finish() }
        return try result.get()
      }
      guard mayRetry(result, request, call, intake) else { return try result.get() }
      let retry = spent.withLock { $0.retries + 1 }
      let policy = call.request.retry ?? limits.retry
      guard timeLeft(spent) > .zero, let wait = retrier.wait(before: retry, after: failure, policy, host) else {
        return try result.get()
      }
      spent.withLock { $0.retries = retry }
      log.say(number, host, wait.said(before: retry))
      call.watch?.retrying(attempt: retry + 1, after: wait.delay, host: host)
      guard try await retrier.pass(wait) else { return try result.get() }
    }
  }

  private func timeLeft(_ spent: Locked<Spent>) -> Duration { limits.resourceTimeout - spent.withLock { $0.time } }

  private func attempt(
    _ request: TransportRequest, _ host: String, _ number: Int, _ spent: Locked<Spent>, _ call: Call, _ intake: Intake
  ) async -> Result<BodyCollector.Outcome, LoadError> {
    do throws(LoadError) {
      return .success(try await send(request, host, number, spent, call, intake))
    } catch { return .failure(error) }
  }

  private func failure(_ result: Result<BodyCollector.Outcome, LoadError>) -> Retrier.PassingFailure? {
    switch result {
    case .failure(let error): return Retrier.PassingFailure(error)
    case .success(let outcome):
      guard !limits.acceptedStatuses.contains(outcome.head.status) else { return nil }
      return Retrier.PassingFailure(outcome.head, cache.time)
    }
  }

  /// Not what a method may not repeat (RFC 9110 section 9.2.2), and nothing that something stored answers for.
  private func mayRetry(
    _ result: Result<BodyCollector.Outcome, LoadError>, _ request: TransportRequest, _ call: Call, _ intake: Intake
  ) -> Bool {
    guard ["GET", "HEAD"].contains(request.method), !call.demand.isRefresh else { return false }
    if case .success(let outcome) = result, !CacheRules.isFailure(outcome.head.status) { return true }
    return !intake.hasStandIn && !call.hasStandIn()
  }
}
