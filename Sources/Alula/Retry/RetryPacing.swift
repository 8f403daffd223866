/// How time passes between attempts, and chance: real, or a test's.
package struct RetryPacing: Sendable {
  /// Returns after that time, or throws when the task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void
  /// A number from 0 up to 1, by chance.
  package var fraction: @Sendable () -> Double

  package init(sleep: @escaping @Sendable (Duration) async throws -> Void, fraction: @escaping @Sendable () -> Double) {
    self.sleep = sleep
    self.fraction = fraction
  }

  /// On that clock, with that generator's chance.
  package init(clock: some Clock<Duration>, generator: some RandomNumberGenerator & Sendable) {
    let generator = Locked(generator)
    self.init(
      sleep: { duration in try await clock.sleep(for: duration) },
      fraction: { generator.withLock { Double.random(in: 0..<1, using: &$0) } })
  }

  /// The system's generator needs no lock.
  package static let system = RetryPacing(
    sleep: { try await ContinuousClock().sleep(for: $0) }, fraction: { Double.random(in: 0..<1) })
}
