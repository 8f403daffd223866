/// Fetches ahead the pictures of a list's next rows. Any thread; tell it what is visible whenever that changes.
///
/// What is around the first screen is asked for at once. After that it waits until scrolling has stopped for a moment: what a person
/// flings past costs nothing. When the list turns round, what was asked for in the other direction is taken back at once.
///
///     let ahead = ListPrefetcher(ImagePrefetcher(pipeline: pipeline)) { row in [rows[row].request] }
///     ahead.show(visible, of: rows.count)          // from the list's own callback
public final class ListPrefetcher: Sendable {
  /// How much is asked for, and when.
  public struct Options: Hashable, Sendable {
    /// The rows to fetch.
    public var window = PrefetchWindow()
    /// From the first call of `show(_:of:)` to asking. Default none.
    public var firstDelay = Duration.zero
    /// From the last change of what is visible to asking. Default 0.3 s.
    public var delay = Duration.milliseconds(300)

    /// The defaults.
    public init() {}
  }

  private struct State {
    var travel = ListTravel()
    /// Whether somebody waits for the time to ask.
    var isTiming = false
  }

  private let prefetcher: ImagePrefetcher
  private let options: Options
  private let requests: @Sendable (Int) -> [ImageRequest]
  private let scheduling: Scheduling
  private let now: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async -> Void
  private let state = Locked(State())

  /// - Parameters:
  ///   - prefetcher: Asks. Used by this list alone.
  ///   - requests: The pictures of a row, as the row itself will ask for them: of the same size. Called on any thread.
  public convenience init(
    _ prefetcher: ImagePrefetcher, options: Options = Options(), requests: @escaping @Sendable (Int) -> [ImageRequest]
  ) {
    self.init(prefetcher, options: options, scheduling: .standard, clock: ContinuousClock(), requests: requests)
  }

  package init<C: Clock>(
    _ prefetcher: ImagePrefetcher, options: Options, scheduling: Scheduling, clock: C,
    requests: @escaping @Sendable (Int) -> [ImageRequest]
  ) where C.Duration == Duration {
    self.prefetcher = prefetcher
    self.options = options
    self.requests = requests
    self.scheduling = scheduling
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try? await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
  }

  /// Says which rows are visible now, of how many there are. Cheap: for every frame of a scroll.
  public func show(_ visible: Range<Int>, of count: Int) {
    let now = now()
    let (passed, startsTimer) = state.withLock { state in
      let passed = state.travel.show(visible, of: count, now: now, options)
      defer { state.isTiming = state.isTiming || state.travel.due != nil }
      return (passed, !state.isTiming && state.travel.due != nil)
    }
    prefetcher.stop(passed)
    if startsTimer { startTimer() }
  }

  /// Takes everything back: the list is gone, or shows something else. The next `show(_:of:)` is a first one.
  public func reset() { prefetcher.stop(state.withLock { $0.travel.reset() }) }

  /// Waits until what is visible has stayed for long enough. It holds nobody back who lets the list go.
  private func startTimer() {
    _ = scheduling.spawn { [weak self, sleep] in
      while let pause = self?.advance() {
        if pause > .zero { await sleep(pause) }
      }
    }
  }

  /// Asks when it is time. Answers how long to wait yet; `nil` when there is nothing to wait for.
  private func advance() -> Duration? {
    let now = now()
    let (rows, list, pause) = state.withLock { state -> ([Int]?, Int, Duration?) in
      let rows = state.travel.takeDue(now: now, options.window)
      let pause = state.travel.due.map { $0 - now }
      state.isTiming = pause != nil
      return (rows, state.travel.list, pause)
    }
    guard let rows else { return pause }
    // The caller's code runs outside the lock.
    let found = rows.map { ($0, requests($0)) }
    let (old, new) = state.withLock { $0.travel.ask(found, list: list) }
    prefetcher.stop(old)
    prefetcher.start(new)
    return pause
  }
}
