/// Which rows of a list to fetch ahead: those in the direction of travel first, the nearest first.
public struct PrefetchWindow: Hashable, Sendable {
  /// Rows after the last visible one in the direction of travel. Default 10.
  public var rowsAhead = 10
  /// Rows that were just passed. Default 4.
  public var rowsBehind = 4

  /// The defaults.
  public init() {}

  /// So many rows in the direction of travel, and so many behind. Negative ones count as none.
  public init(rowsAhead: Int, rowsBehind: Int) {
    self.rowsAhead = rowsAhead
    self.rowsBehind = rowsBehind
  }

  /// Where a list moves.
  enum Direction: Hashable, Sendable {
    case down, up
  }

  /// The rows in their order.
  func rows(around visible: Range<Int>, of count: Int, _ direction: Direction) -> [Int] {
    let (down, up) = direction == .down ? (rowsAhead, rowsBehind) : (rowsBehind, rowsAhead)
    let first = min(max(0, visible.lowerBound), max(0, count))
    let last = min(max(first, visible.upperBound), max(0, count))
    let below = Array(last..<max(last, min(count, last + min(max(0, down), max(0, count)))))
    let above = (max(0, first - max(0, up))..<first).reversed()
    return direction == .down ? below + above : above + below
  }
}
