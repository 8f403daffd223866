import Alula

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ManualExecutor {
  /// `run` ended before its body: nothing waits on the executor, and nobody sleeps on the clock.
  public struct Stalled: Error, Hashable, Sendable {}

  /// Runs `body` from start to end on this thread, and everything that it starts on this executor.
  ///
  /// When nothing is left to run, `clock` is moved to its next sleeper: time passes as fast as the test runs. When
  /// nobody sleeps either, `body` waits for something that will not come from here, such as another thread; it is
  /// cancelled.
  /// - Throws: what `body` throws, or `Stalled`.
  public func run<Value: Sendable>(
    clock: ManualClock? = nil, _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let outcome = Locked<Result<Value, any Error>?>(nil)
    let task = Task(executorPreference: self) {
      let result = await Self.result(of: body)
      outcome.withLock { $0 = result }
    }
    while true {
      drain()
      if let result = outcome.withLock({ $0 }) { return try result.get() }
      if let clock, clock.advanceToNextSleeper() { continue }
      task.cancel()
      drain()
      throw Stalled()
    }
  }

  private static func result<Value>(of body: () async throws -> Value) async -> Result<Value, any Error> {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
}
