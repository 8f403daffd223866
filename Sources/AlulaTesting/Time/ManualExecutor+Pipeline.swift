public import Alula

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ImagePipeline.Configuration {
  /// Makes a pipeline do all its own work on `executor`: flights, decoding, file reading. With a `FakeTransport` on the same
  /// executor a whole load runs in an order that the test decides.
  public mutating func run(on executor: ManualExecutor) {
    scheduling = Scheduling(
      spawn: { body in Task(executorPreference: executor) { await body() } },
      makeQueue: { _ in { job in executor.enqueue(job) } })
  }
}
