/// Joins identical work: everybody who asks for one key waits for one flight.
///
/// One waiter leaving disturbs nobody. The last one leaving takes the flight off the table and cancels its task; who asks
/// after that starts a new flight. A flight has the highest priority of its waiters and follows their changes.
final class Flights<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  typealias Waiter = FlightWaiter<Value>
  typealias Work = @Sendable (FlightContext<Key, Value>) async throws(LoadError) -> Value

  private struct Table {
    /// Those that can be joined.
    var open: [Key: Flight<Key, Value>] = [:]
    /// Those that fly on for their waiters and can be joined no more.
    var detached: [Flight<Key, Value>] = []

    /// Takes `waiter` from its flight, and the flight from the table when it was the last.
    mutating func unseat(_ waiter: Waiter, of key: Key) -> (seat: Flight<Key, Value>.Seat, flight: Flight<Key, Value>)?
    {
      for flight in flights(of: key) {
        guard let seat = flight.unseat(waiter) else { continue }
        if flight.seats.isEmpty { remove(flight) }
        return (seat, flight)
      }
      return nil
    }

    /// Those that a waiter for `key` may sit in.
    func flights(of key: Key) -> [Flight<Key, Value>] {
      (open[key].map { [$0] } ?? []) + detached.filter { $0.key == key }
    }

    mutating func remove(_ flight: Flight<Key, Value>) {
      if open[flight.key] === flight { open[flight.key] = nil }
      detached.removeAll { $0 === flight }
    }
  }

  /// What a waiter finds.
  private struct Seated {
    let flight: Flight<Key, Value>
    let isJoined: Bool
    let progress: BodyProgress?
    let preview: Value?
  }

  private let table = Locked(Table())
  private let scheduling: Scheduling
  private let onJoin: @Sendable (_ ask: Ask, _ other: Ask) -> Void

  /// - Parameter onJoin: hears who joined the flight of whom. For a waiter that ends meanwhile it may come after the end.
  init(scheduling: Scheduling, onJoin: @escaping @Sendable (_ ask: Ask, _ other: Ask) -> Void = { _, _ in }) {
    self.scheduling = scheduling
    self.onJoin = onJoin
  }

  /// The number of flights that can be joined now.
  var count: Int { table.withLock { $0.open.count } }

  /// Waits for the work named `key`, starting it if nobody has.
  ///
  /// A cancelled task throws `.cancelled` at once, and starts nothing.
  func value(
    for key: Key, priority: LivePriority, ask: Ask = .uncounted,
    onProgress: (@Sendable (BodyProgress) -> Void)? = nil, work: @escaping Work
  ) async throws(LoadError) -> Value {
    let waiter = Waiter(priority: priority, onProgress: onProgress)
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiter.whenEnded { continuation.resume(returning: $0) }
        join(key, waiter, ask: ask, work: work)
      }
    } onCancel: {
      cancel(waiter, of: key)
    }
    return try outcome.get()
  }

  /// Seats `waiter` on the flight for `key`, starting one with `work` when there is none. A waiter that has ended already
  /// starts nothing.
  func join(_ key: Key, _ waiter: Waiter, ask: Ask = .uncounted, work: @escaping Work) {
    // The observer exists before the seat, so that no change of priority is missed.
    let observer = waiter.priority.observe { [weak self, weak waiter] in
      guard let self, let waiter else { return }
      refresh(waiter, of: key)
    }
    let seated = table.withLock { table -> Seated? in
      guard !waiter.hasEnded else { return nil }
      let flight = table.open[key] ?? Flight(key: key, rank: waiter.priority.rank, ask: ask)
      let isJoined = table.open[key] != nil
      flight.seat(waiter, observer: observer)
      if !isJoined {
        table.open[key] = flight
        flight.task = scheduling.spawn { [self] in
          finish(flight, await run(flight, work))
        }
      }
      return Seated(flight: flight, isJoined: isJoined, progress: flight.progress, preview: flight.preview)
    }
    guard let seated else { return waiter.priority.removeObserver(observer) }
    if seated.isJoined { onJoin(ask, seated.flight.ask) }
    settlePriority(of: seated.flight)
    if let progress = seated.progress { waiter.report(progress) }
    if let preview = seated.preview { waiter.report(preview: preview) }
  }

  /// Ends `waiter` as cancelled. When it was the last of its flight, the flight is cancelled too.
  func cancel(_ waiter: Waiter, of key: Key) {
    guard waiter.end(.failure(.cancelled)) else { return }
    let left = table.withLock { table -> (observer: Int, flight: Flight<Key, Value>, orphan: Task<Void, Never>?)? in
      guard let (seat, flight) = table.unseat(waiter, of: key) else { return nil }
      return (seat.observer, flight, flight.seats.isEmpty ? flight.task : nil)
    }
    guard let left else { return }
    waiter.priority.removeObserver(left.observer)
    left.orphan?.cancel()
    settlePriority(of: left.flight)
  }

  /// Takes the flights that `matches` names off the table: their waiters are served, nobody joins them any more, and
  /// `FlightContext.ifCurrent` does nothing for them.
  func detach(where matches: @Sendable (Key) -> Bool) {
    table.withLock { table in
      for (key, flight) in table.open where matches(key) {
        table.open[key] = nil
        flight.isDetached = true
        table.detached.append(flight)
      }
    }
  }

  /// - Returns: how often a waiter wants a preview; `nil` when none does.
  func report(_ progress: BodyProgress, from flight: Flight<Key, Value>) -> Duration? {
    let waiters = table.withLock { _ in
      flight.progress = progress
      return flight.seats.values.map(\.waiter)
    }
    for waiter in waiters { waiter.report(progress) }
    return waiters.lazy.compactMap(\.previews?.every).min()
  }

  func report(preview: Value, from flight: Flight<Key, Value>) {
    let waiters = table.withLock { _ in
      flight.preview = preview
      return flight.seats.values.map(\.waiter)
    }
    for waiter in waiters { waiter.report(preview: preview) }
  }

  /// Runs `action` while the flight can be joined; not when it was detached, and not when everybody has left it, since
  /// nothing can detach it then. Nothing takes it off the table meanwhile.
  func ifCurrent(_ flight: Flight<Key, Value>, _ action: () -> Void) {
    table.withLock { table in
      if table.open[flight.key] === flight { action() }
    }
  }

  func isDetached(_ flight: Flight<Key, Value>) -> Bool { table.withLock { _ in flight.isDetached } }

  private func run(_ flight: Flight<Key, Value>, _ work: Work) async -> Result<Value, LoadError> {
    guard !Task.isCancelled else { return .failure(.cancelled) }
    do throws(LoadError) {
      return .success(try await work(FlightContext(flights: self, flight: flight)))
    } catch { return .failure(error) }
  }

  private func finish(_ flight: Flight<Key, Value>, _ outcome: Result<Value, LoadError>) {
    let seats = table.withLock { table in
      table.remove(flight)
      let seats = flight.seats
      flight.seats = [:]
      return seats
    }
    for seat in seats.values {
      seat.waiter.priority.removeObserver(seat.observer)
      seat.waiter.end(outcome)
    }
  }

  private func refresh(_ waiter: Waiter, of key: Key) {
    let flight = table.withLock { table in table.flights(of: key).first { $0.refresh(waiter) } }
    if let flight { settlePriority(of: flight) }
  }

  /// Gives the flight the highest rank of its waiters. The set happens outside the lock, since it calls observers; it
  /// is repeated until it agrees with the waiters, so that two settlings at once cannot leave the older value.
  private func settlePriority(of flight: Flight<Key, Value>) {
    while let rank = table.withLock({ _ in flight.rank }), rank != flight.priority.rank {
      flight.priority.set(rank)
    }
  }
}

/// What running work may know and say about its own flight.
struct FlightContext<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  fileprivate let flights: Flights<Key, Value>
  fileprivate let flight: Flight<Key, Value>

  /// The highest priority of the waiters, live.
  var priority: LivePriority { flight.priority }

  /// Who began it.
  var ask: Ask { flight.ask }

  /// Whether what it brings was forgotten while it flew.
  var isDetached: Bool { flights.isDetached(flight) }

  /// Tells every waiter.
  /// - Returns: how often one of them wants a preview; `nil` when none does.
  @discardableResult func report(_ progress: BodyProgress) -> Duration? { flights.report(progress, from: flight) }

  /// Tells the waiters that want previews, and who joins them.
  func report(preview: Value) { flights.report(preview: preview, from: flight) }

  /// Runs `action` under the table's lock, unless the flight was detached or left by everybody. For keeping results: what is
  /// invalidated while it loads is not kept.
  func ifCurrent(_ action: () -> Void) { flights.ifCurrent(flight, action) }
}
