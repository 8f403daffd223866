public import Alula

extension ImagePipeline.Configuration {
  /// Makes retries wait on `clock`, with a chance that `seed` decides.
  public mutating func retry(on clock: ManualClock, seed: UInt64 = 0) {
    retryPacing = RetryPacing(clock: clock, generator: SeededGenerator(seed: seed))
  }
}
