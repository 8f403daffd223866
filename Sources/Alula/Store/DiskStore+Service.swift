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
    await onQueue { [self] in
      let counters = counters.withLock { $0 }
      let held = write { index throws(StoreFault) in (try index.heldBytes(), try index.totals().count) }
      return Statistics(
        bytes: .bytes(held?.0 ?? 0), count: held?.1 ?? 0, limit: limits.size, hits: counters.hits,
        misses: counters.misses)
    }
  }

  /// Removes the least recently used entries until no more than `size` is taken. What is left of the store itself, some
  /// 100 KB, stays. Runs on the store's own queue, in steps between which others can write; costs about 50 µs an entry
  /// that is removed.
  public func trim(to size: ByteCount) async {
    await onQueue { [self] in trim(toBytes: min(size.bytes, Int.max / 4)) }
  }

  private func trim(toBytes target: Int) {
    var goal = target
    var before = Int.max
    while true {
      repeatWriting { index throws(StoreFault) in try index.evict(toBytes: goal, toCount: budget.entries) }
      compact(to: target)
      let left = write { index throws(StoreFault) in (try index.heldBytes() - target, try index.totals().count) }
      // Holes that fit nobody remain: so much less may be used. Where nothing goes any more the sums are not true.
      guard let (excess, count) = left, excess > 0, count > 0, count < before else { return }
      before = count
      goal = max(goal - excess, -1)
    }
  }

  /// After the store was opened: its limits may be smaller than those it was filled with.
  func keepLimits() {
    let held = write { index throws(StoreFault) in (try index.heldBytes(), try index.totals().count) }
    if let held, held.0 > budget.content || held.1 > budget.entries { trim(toBytes: budget.content) }
  }

  /// Removes every entry and what is being written. Runs on the store's own queue; everything is gone when it returns.
  public func removeAll() async {
    await onQueue { [self] in
      purges.withLock { $0.addAll() }
      erase { index throws(StoreFault) in
        try index.dropPending(partition: nil)
        return try index.evict(toBytes: Int.max / 4, toCount: 0)
      }
    }
  }

  /// Removes the entries of a partition, as at a sign-out: when it returns rows and bodies are gone, and what was being
  /// written for that partition will not be committed. Another process that has a small body in hand at this moment may
  /// still commit it. Runs on the store's own queue; costs about 50 µs an entry.
  public func purge(_ partition: CachePartition) async {
    let name = partition.name
    await onQueue { [self] in
      purges.withLock { $0.add(name) }
      erase { index throws(StoreFault) in
        try index.dropPending(partition: name)
        let rows = try index.rows(partition: name, count: StoreIndex.step)
        for row in rows {
          try index.erase(row)
          try index.delete(row)
        }
        return rows.count < StoreIndex.step
      }
    }
  }

  /// Removes for ever: pages of the index are overwritten, and what earlier bodies left in holes of the pack.
  private func erase(_ body: (StoreIndex) throws(StoreFault) -> Bool) {
    repeatWriting { index throws(StoreFault) in
      try index.connection.execute("PRAGMA secure_delete = 1")
      defer { try? index.connection.execute("PRAGMA secure_delete = FAST") }
      return try body(index)
    }
    compact(to: 0)
    var start = 0
    repeatWriting { index throws(StoreFault) in
      guard let next = try index.eraseHoles(from: start) else { return true }
      start = next
      return false
    }
  }

  /// Repeats a transaction until it answers that it is done, or the store stands aside. Bounded, should others undo
  /// what is done here.
  private func repeatWriting(_ body: (StoreIndex) throws(StoreFault) -> Bool) {
    var failures = 0
    for _ in 0..<100_000 {
      switch write(body) {
      case true?: return
      case false?: failures = 0
      case nil:
        // A full disk has room again once the log is in the index.
        failures += 1
        guard failures < 3 else { return }
      }
    }
  }

  /// Gives free space back, and empties the log.
  private func compact(to bytes: Int) {
    repeatWriting { index throws(StoreFault) in try index.compact(toBytes: bytes) }
    // What the last step gave up is cut off.
    _ = write { _ throws(StoreFault) in }
    endSnapshot()
    SizeSignal.heldBack {
      writing.withLock { side in try? side.checkpoint() }
    }
  }

  /// Waits until the store has done what it does behind. Not on the store's own queue.
  package func settle() { queue.sync {} }

  /// Runs blocking work on the store's own queue.
  func onQueue<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: body()) } }
  }
}
