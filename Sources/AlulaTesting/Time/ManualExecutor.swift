import Alula

/// Runs tasks only when a test says so, on the thread that says so: the same order each time, no sleeps.
///
/// Jobs may come from any thread; `step`, `drain` and `run` are called from one. A task runs here when it is started
/// with `Task(executorPreference:)`, or is a child (`async let`, task group) of one that does. `Task { }` without a
/// preference, the main actor and actors with an executor of their own run elsewhere and are not in this order.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public final class ManualExecutor: TaskExecutor {
  private enum Job: Sendable {
    case task(UnownedJob)
    case closure(@Sendable () -> Void)
  }

  private struct State {
    var jobs: [Job] = []
    var generator: SeededGenerator?

    mutating func take() -> Job? {
      guard !jobs.isEmpty else { return nil }
      guard var generator else { return jobs.removeFirst() }
      defer { self.generator = generator }
      return jobs.remove(at: Int.random(in: jobs.indices, using: &generator))
    }
  }

  private let state: Observed<State>

  /// An executor that runs jobs in the order they come; with a `seed`, in a random order that the seed decides.
  public init(seed: UInt64? = nil) {
    state = Observed(State(generator: seed.map { SeededGenerator(seed: $0) }))
  }

  /// Takes a job of a task. Called by the Swift runtime, from any thread.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.write { $0.jobs.append(.task(job)) }
  }

  /// Takes a plain job: the executor as a queue. Any thread.
  public func enqueue(_ job: @escaping @Sendable () -> Void) {
    state.write { $0.jobs.append(.closure(job)) }
  }

  /// How many jobs wait.
  public var pending: Int { state.read(\.jobs.count) }

  /// Waits until at least `count` jobs wait. False when this task is cancelled before. From a task that runs
  /// elsewhere: here it would wait for itself.
  @discardableResult
  public func pending(reaching count: Int) async -> Bool { await state.wait { $0.jobs.count >= count } }

  /// Runs one job. False when none waits.
  @discardableResult
  public func step() -> Bool {
    guard let job = state.write({ $0.take() }) else { return false }
    switch job {
    case .task(let job): job.runSynchronously(on: asUnownedTaskExecutor())
    case .closure(let job): job()
    }
    return true
  }

  /// Runs jobs, and those that they bring, until none waits.
  /// - Parameter limit: the most jobs that are run, against loops that never end. Default a million.
  /// - Returns: how many ran.
  @discardableResult
  public func drain(limit: Int = 1_000_000) -> Int {
    var count = 0
    while count < limit, step() { count += 1 }
    return count
  }
}
