/// What a list shows, where it moves, and what was asked for because of it. A value; time comes from outside.
struct ListTravel: Sendable {
  private(set) var visible = 0..<0
  private(set) var count = 0
  private(set) var direction = PrefetchWindow.Direction.down
  /// When to ask; `nil` when there is nothing to ask for.
  private(set) var due: Duration?
  /// Which list it is: counts `reset()`.
  private(set) var list = 0
  private var hasBegun = false
  private var asked: [Int: [ImageRequest]] = [:]

  /// Notes what is visible now. Answers what is not wanted any more, since the list turned round.
  mutating func show(_ visible: Range<Int>, of count: Int, now: Duration, _ options: ListPrefetcher.Options)
    -> [ImageRequest]
  {
    guard !hasBegun || visible != self.visible || count != self.count else { return [] }
    due = now + (hasBegun ? options.delay : options.firstDelay)
    let turned = hasBegun ? direction(to: visible) : nil
    let isTurn = turned != nil && turned != direction
    (self.visible, self.count, hasBegun) = (visible, count, true)
    direction = turned ?? direction
    guard isTurn else { return [] }
    let passed = asked.keys.filter { direction == .down ? $0 < visible.lowerBound : $0 >= visible.upperBound }
    return passed.flatMap { asked.removeValue(forKey: $0) ?? [] }
  }

  /// The rows to ask for, once it is time.
  mutating func takeDue(now: Duration, _ window: PrefetchWindow) -> [Int]? {
    guard let due, due <= now else { return nil }
    self.due = nil
    return window.rows(around: visible, of: count, direction)
  }

  /// Notes what is asked for, unless the list was reset meanwhile. Answers what is to be taken back (rows that are neither near nor visible any more), and what is new.
  mutating func ask(
    _ found: [(row: Int, requests: [ImageRequest])], list: Int
  ) -> (old: [ImageRequest], new: [ImageRequest]) {
    guard list == self.list else { return ([], []) }
    let rows = Set(found.map(\.row))
    let gone = asked.keys.filter { !rows.contains($0) && !visible.contains($0) }
    let old = gone.flatMap { asked.removeValue(forKey: $0) ?? [] }
    let new = found.filter { asked[$0.row] == nil }
    for (row, requests) in new { asked[row] = requests }
    return (old, new.flatMap(\.requests))
  }

  /// Forgets everything. Answers what was asked for.
  mutating func reset() -> [ImageRequest] {
    let next = list + 1
    defer {
      self = ListTravel()
      list = next
    }
    return asked.values.flatMap { $0 }
  }

  private func direction(to next: Range<Int>) -> PrefetchWindow.Direction? {
    let (moved, grew) = (next.lowerBound - visible.lowerBound, next.upperBound - visible.upperBound)
    // Rows of other heights come and go at one end alone.
    let sign = moved != 0 ? moved : grew
    return sign == 0 ? nil : sign > 0 ? .down : .up
  }
}
