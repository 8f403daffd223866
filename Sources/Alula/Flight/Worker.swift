/// A serial queue that runs blocking or long work inside the caller's task, so that `Task.isCancelled` is seen there, and
/// away from the main thread and the cooperative pool.
actor Worker {
  private let executor: QueueExecutor

  init(label: String, scheduling: Scheduling) {
    executor = QueueExecutor(enqueue: scheduling.makeQueue(label))
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func run<Value: Sendable>(_ body: @Sendable () throws(LoadError) -> Value) throws(LoadError) -> Value {
    try body()
  }

  /// The same for what cannot fail.
  func finish<Value: Sendable>(_ body: @Sendable () -> Value) -> Value { body() }

  /// Puts a job behind those that wait already and returns at once.
  nonisolated func enqueue(_ job: @escaping Scheduling.Job) { executor.enqueueJob(job) }
}

private final class QueueExecutor: SerialExecutor {
  let enqueueJob: @Sendable (@escaping Scheduling.Job) -> Void

  init(enqueue: @escaping @Sendable (@escaping Scheduling.Job) -> Void) { enqueueJob = enqueue }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    enqueueJob { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
