/// Puts slices side by side, so that on each lane one ends before the next begins: viewers draw a track as a stack.
struct TraceLanes: Sendable {
  private var ends: [Duration] = []

  /// The first lane, from 0, that is free from `start` on; taken until `end`. Call with rising starts.
  mutating func place(from start: Duration, to end: Duration) -> Int {
    if let free = ends.firstIndex(where: { $0 <= start }) {
      ends[free] = end
      return free
    }
    ends.append(end)
    return ends.count - 1
  }

  var count: Int { ends.count }
}
