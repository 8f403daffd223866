/// One piece of shared work: who waits for it, how urgent it is, and how far it has come.
///
/// Everything mutable but the priority is guarded by the lock of the `Flights` that owns it.
final class Flight<Key: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
  // Safe to share: `waiters`, `task`, `progress` and `isDetached` are touched under the lock of `Flights` alone.
  struct Seat {
    let waiter: FlightWaiter<Value>
    let observer: Int
    var priority: Priority
  }

  let key: Key
  /// The highest priority of the waiters.
  let priority: LivePriority
  var seats: [ObjectIdentifier: Seat] = [:]
  var task: Task<Void, Never>?
  var progress: LoadProgress?
  /// Whether the flight has left the table early: nobody joins it any more and its result must not be kept.
  var isDetached = false
  /// How many waiters there are at each priority, so that the highest is found in five steps.
  private var counts = [Int](repeating: 0, count: Priority.allCases.count)

  init(key: Key, priority: Priority) {
    self.key = key
    self.priority = LivePriority(priority)
  }

  var highestPriority: Priority? {
    counts.lastIndex { $0 > 0 }.flatMap(Priority.init(rawValue:))
  }

  func seat(_ waiter: FlightWaiter<Value>, observer: Int) {
    let priority = waiter.priority.current
    seats[ObjectIdentifier(waiter)] = Seat(waiter: waiter, observer: observer, priority: priority)
    counts[priority.rawValue] += 1
  }

  /// Removes the waiter; `nil` when it was not here.
  func unseat(_ waiter: FlightWaiter<Value>) -> Seat? {
    guard let seat = seats.removeValue(forKey: ObjectIdentifier(waiter)) else { return nil }
    counts[seat.priority.rawValue] -= 1
    return seat
  }

  /// Reads the waiter's priority anew.
  func refresh(_ waiter: FlightWaiter<Value>) {
    guard var seat = seats[ObjectIdentifier(waiter)] else { return }
    counts[seat.priority.rawValue] -= 1
    seat.priority = waiter.priority.current
    counts[seat.priority.rawValue] += 1
    seats[ObjectIdentifier(waiter)] = seat
  }
}
