/// The order in which requests were sent, in the whole process: of two answers the one to the later request is the newer, whichever ends
/// first. `Date` has whole seconds, and servers behind one name have clocks of their own.
enum SendOrder {
  private static let count = Locked(0)

  /// The number of the request that was sent last: what is read from disk now is at least as old as its answer.
  static var now: Int { count.withLock { $0 } }

  /// The number of a request that goes out now.
  static func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
