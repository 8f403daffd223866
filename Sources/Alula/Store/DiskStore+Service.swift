import Dispatch

extension DiskStore {
  /// What a store holds and how it did.
  public struct Statistics: Hashable, Sendable {
    /// What bodies and the index take on the disk.
    public let bytes: ByteCount
    /// How many entries.
    public let count: Int
    /// What it may take.
    public let limit: ByteCount
    /// Bodies that were read, since this object was made.
    public let hits: Int
    /// Keys without an entry and bodies that could not be read, since this object was made.
    public let misses: Int
  }

  /// What a store holds and how it did. All zero where it stands aside. Runs on the store's own queue; costs a few page
  /// reads.
  public func statistics() async -> Statistics {
    await onQueue { [self] in statistics(sums() ?? StoreSums(bytes: 0, count: 0)) }
  }

  /// The same; `nil` where it stands aside.
  package func knownStatistics() async -> Statistics? {
    await onQueue { [self] in sums().map { statistics($0) } }
  }

  private func statistics(_ sums: StoreSums) -> Statistics {
    let counters = counters.withLock { $0 }
    return Statistics(
      bytes: .bytes(sums.bytes), count: sums.count, limit: limits.size, hits: counters.hits, misses: counters.misses)
  }

  /// As they are now, whoever changed them last.
  func sums() -> StoreSums? {
    endSnapshot()
    return read { side throws(StoreFault) in try side.sums() }
  }

  /// Waits until the store has done what it does behind. Not on the store's own queue.
  package func settle() { queue.sync {} }

  /// Runs blocking work on the store's own queue.
  func onQueue<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: body()) } }
  }
}
