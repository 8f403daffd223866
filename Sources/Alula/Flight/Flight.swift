/// One piece of shared work: who waits for it, how urgent it is, and how far it has come.
///
/// Everything mutable but the priority is guarded by the lock of the `Flights` that owns it.
final class Flight<Key: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
  // Safe to share: `seats`, `task`, `progress`, `preview`, `isDetached`, `counts` and `newest` are touched under the lock of `Flights` alone.
  struct Seat {
    let waiter: FlightWaiter<Value>
    let observer: Int
    var priority: Priority
  }

  let key: Key
  /// Who began it.
  let ask: Ask
  /// The highest priority of the waiters.
  let priority: LivePriority
  var seats: [ObjectIdentifier: Seat] = [:]
  var task: Task<Void, Never>?
  var progress: BodyProgress?
  /// The last preview of what it brings.
  var preview: Value?
  /// Taken off the table while it flew.
  var isDetached = false
  /// How many waiters there are at each priority, so that the highest is found in five steps.
  private var counts = [Int](repeating: 0, count: Priority.allCases.count)
  /// When the newest waiter asked, those that have left included.
  private var newest: Int

  init(key: Key, rank: Rank, ask: Ask) {
    self.key = key
    self.ask = ask
    newest = rank.number
    priority = LivePriority(rank)
  }

  /// The highest priority of the waiters, and the newest asking; `nil` without waiters.
  var rank: Rank? {
    counts.lastIndex { $0 > 0 }.flatMap(Priority.init(rawValue:)).map { Rank(priority: $0, number: newest) }
  }

  func seat(_ waiter: FlightWaiter<Value>, observer: Int) {
    let rank = waiter.priority.rank
    seats[ObjectIdentifier(waiter)] = Seat(waiter: waiter, observer: observer, priority: rank.priority)
    counts[rank.priority.rawValue] += 1
    newest = max(newest, rank.number)
  }

  /// Removes the waiter; `nil` when it was not here.
  func unseat(_ waiter: FlightWaiter<Value>) -> Seat? {
    guard let seat = seats.removeValue(forKey: ObjectIdentifier(waiter)) else { return nil }
    counts[seat.priority.rawValue] -= 1
    return seat
  }

  /// Reads the waiter's rank anew; `false` when it is not here.
  func refresh(_ waiter: FlightWaiter<Value>) -> Bool {
    guard var seat = seats[ObjectIdentifier(waiter)] else { return false }
    let rank = waiter.priority.rank
    counts[seat.priority.rawValue] -= 1
    seat.priority = rank.priority
    counts[seat.priority.rawValue] += 1
    newest = max(newest, rank.number)
    seats[ObjectIdentifier(waiter)] = seat
    return true
  }
}
