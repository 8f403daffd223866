import Dispatch

/// How work is started: real tasks and queues, or a test's executor.
package struct Scheduling: Sendable {
  package typealias Job = @Sendable () -> Void

  /// Starts a task that belongs to nobody.
  package var spawn: @Sendable (_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never>
  /// Makes a serial queue and returns what puts a job on it.
  package var makeQueue: @Sendable (_ label: String) -> (@Sendable (@escaping Job) -> Void)

  package init(
    spawn: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Task<Void, Never>,
    makeQueue: @escaping @Sendable (String) -> (@Sendable (@escaping Job) -> Void)
  ) {
    self.spawn = spawn
    self.makeQueue = makeQueue
  }

  /// Unstructured tasks on the global executor, serial dispatch queues.
  package static let standard = Scheduling(
    spawn: { body in Task { await body() } },
    makeQueue: { label in
      let queue = DispatchQueue(label: label, qos: .userInitiated)
      return { job in queue.async(execute: job) }
    })
}
