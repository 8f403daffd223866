import Alula

/// A clock that stands still until a test moves it. Any thread.
///
/// ```swift
/// let clock = ManualClock()
/// async let answer = retry(on: clock)      // sleeps for 2 s of this clock
/// await clock.sleepers(reaching: 1)
/// clock.advance(by: .seconds(2))           // wakes it
/// ```
public final class ManualClock: Clock {
  /// A moment of a `ManualClock`: how far it was moved since it was made.
  public struct Instant: InstantProtocol {
    /// Time since the clock was made.
    public var offset: Duration

    /// The moment `offset` after the clock was made.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// The instant `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// From here to `other`.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Compares the offsets.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var nextID = 0

    /// Those whose time has come: earliest first, and of the same moment in the order in which they lay down.
    mutating func takeDue() -> [Sleeper] {
      let due = sleepers.filter { $0.deadline <= now }
      sleepers.removeAll { $0.deadline <= now }
      return due.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
    }
  }

  private let state = Observed(State())

  /// A clock at zero.
  public init() {}

  /// Where the clock stands.
  public var now: Instant { state.read(\.now) }

  /// Zero: every duration can be slept.
  public var minimumResolution: Duration { .zero }

  /// How many tasks sleep now.
  public var sleepers: Int { state.read(\.sleepers.count) }

  /// When the first of them wakes; `nil` when none sleeps.
  public var nextDeadline: Instant? { state.read { $0.sleepers.map(\.deadline).min() } }

  /// Sleeps until the clock is moved to `deadline`. A deadline that has passed does not sleep.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.write { state in
      state.nextID += 1
      return state.nextID
    }
    defer { state.write { state in _ = state.cancelled.remove(id) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { lieDown(Sleeper(id: id, deadline: deadline, continuation: $0)) }
    } onCancel: {
      cancel(id)
    }
  }

  /// Moves the clock and wakes whose time has come, in the order of their deadlines. Those that lie down again while
  /// they wake are not reached by this call.
  public func advance(by duration: Duration) {
    let due = state.write { state in
      state.now = state.now.advanced(by: max(.zero, duration))
      return state.takeDue()
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Moves the clock to the first deadline and wakes whose time has come. False when nobody sleeps.
  @discardableResult
  public func advanceToNextSleeper() -> Bool {
    let due = state.write { state in
      guard let next = state.sleepers.map(\.deadline).min() else { return [Sleeper]() }
      state.now = max(state.now, next)
      return state.takeDue()
    }
    for sleeper in due { sleeper.continuation.resume() }
    return !due.isEmpty
  }

  /// Waits until at least `count` tasks sleep. False when this task is cancelled before.
  @discardableResult
  public func sleepers(reaching count: Int) async -> Bool { await state.wait { $0.sleepers.count >= count } }

  private func lieDown(_ sleeper: Sleeper) {
    let answer = state.write { state -> Result<Void, any Error>? in
      if state.cancelled.contains(sleeper.id) { return .failure(CancellationError()) }
      if sleeper.deadline <= state.now { return .success(()) }
      state.sleepers.append(sleeper)
      return nil
    }
    if let answer { sleeper.continuation.resume(with: answer) }
  }

  private func cancel(_ id: Int) {
    let sleeper = state.write { state -> Sleeper? in
      state.cancelled.insert(id)
      guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else { return nil }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
