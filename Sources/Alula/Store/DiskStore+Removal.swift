import Dispatch

/// What was really removed, and why not more.
package struct StoreRemoval: Hashable, Sendable {
  /// Entries.
  package internal(set) var entries = 0
  /// A sentence: what kept the rest from being removed. `nil` when nothing is left of what was to go.
  package internal(set) var failure: String?

  package init() {}
}

extension DiskStore {
  /// Removes the least recently used entries until no more than `size` is taken. What is left of the store itself, some
  /// 100 KB, stays. Runs on the store's own queue, in steps between which others can write; costs about 50 µs an entry
  /// that is removed.
  public func trim(to size: ByteCount) async { _ = await trimmed(to: size) }

  /// The same, and says what was removed.
  package func trimmed(to size: ByteCount) async -> StoreRemoval {
    await onQueue { [self] in trim(toBytes: min(size.bytes, Int.max / 4)) }
  }

  @discardableResult private func trim(toBytes target: Int) -> StoreRemoval {
    var removal = StoreRemoval()
    var goal = target
    var before = Int.max
    while true {
      repeatWriting(&removal) { index throws(StoreFault) in try index.evict(toBytes: goal, toCount: budget.entries) }
      compact(to: target, &removal)
      let left = write { index throws(StoreFault) in (try index.heldBytes() - target, try index.totals().count) }
      // Holes that fit nobody remain: so much less may be used. Where nothing goes any more the sums are not true.
      guard let (excess, count) = left, excess > 0, count > 0, count < before else { break }
      before = count
      goal = max(goal - excess, -1)
    }
    noteStuck(&removal)
    return removal
  }

  /// After the store was opened: its limits may be smaller than those it was filled with. Only then is there something
  /// to write.
  func keepLimits() {
    guard let held = sums(), held.bytes > budget.content || held.count > budget.entries else { return }
    trim(toBytes: budget.content)
  }

  /// Removes every entry and what is being written. Runs on the store's own queue; everything is gone when it returns.
  ///
  /// - Returns: `false` when something may be left: another process held the store for more than ten seconds, the disk
  ///   refused, or a file could not be deleted.
  @discardableResult public func removeAll() async -> Bool { await removedAll().failure == nil }

  /// The same, and says what was removed.
  package func removedAll() async -> StoreRemoval {
    await onQueue { [self] in
      purges.withLock { $0.addAll() }
      return erase { index throws(StoreFault) in
        try index.dropPending(partition: nil)
        return try index.evict(toBytes: Int.max / 4, toCount: 0)
      }
    }
  }

  /// Removes the entries of a partition, as at a sign-out: when it returns `true` rows and bodies are gone, and what was
  /// being written for that partition will not be committed. Another process that has a small body in hand at this moment
  /// may still commit it. Runs on the store's own queue; costs about 50 µs an entry.
  ///
  /// - Returns: `false` when something of it may be left: another process held the store for more than ten seconds, the
  ///   disk refused, or a file could not be deleted.
  @discardableResult public func purge(_ partition: CachePartition) async -> Bool {
    await purged(partition).failure == nil
  }

  /// The same, and says what was removed.
  package func purged(_ partition: CachePartition) async -> StoreRemoval {
    let name = partition.name
    return await onQueue { [self] in
      purges.withLock { $0.add(name) }
      return erase { index throws(StoreFault) in
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
  private func erase(_ body: (StoreIndex) throws(StoreFault) -> Bool) -> StoreRemoval {
    var removal = StoreRemoval()
    repeatWriting(&removal) { index throws(StoreFault) in
      try index.connection.execute("PRAGMA secure_delete = 1")
      defer { try? index.connection.execute("PRAGMA secure_delete = FAST") }
      return try body(index)
    }
    compact(to: 0, &removal)
    var start = 0
    repeatWriting(&removal) { index throws(StoreFault) in
      guard let next = try index.eraseHoles(from: start) else { return true }
      start = next
      return false
    }
    noteStuck(&removal)
    return removal
  }

  private func noteStuck(_ removal: inout StoreRemoval) {
    guard removal.failure == nil else { return }
    switch answer(isPatient: true, { index throws(StoreFault) in try index.countStuck() }) {
    case .success(0): break
    case .success(let count):
      notices.sayStuck(count)
      removal.failure = StoreNotices.textOfStuck(count)
    case .failure(let fault): removal.failure = StoreNotices.text(fault)
    }
  }

  /// Repeats a transaction until it answers that it is done, or that cannot be: somebody holds the store for more than
  /// ten seconds, or the disk refuses. Bounded, should others undo what is done here. After a failure nothing more is
  /// tried.
  private func repeatWriting(_ removal: inout StoreRemoval, _ body: (StoreIndex) throws(StoreFault) -> Bool) {
    guard removal.failure == nil else { return }
    var failures = 0
    for _ in 0..<100_000 {
      let step = answer(isPatient: true) { index throws(StoreFault) in
        let before = try index.totals().count
        let isDone = try body(index)
        let after = try index.totals().count
        return (isDone, before - after)
      }
      switch step {
      case .success(let (isDone, count)):
        removal.entries += max(0, count)
        guard !isDone else { return }
        failures = 0
      case .failure(let fault):
        // Somebody may end soon; a full disk has room again once the log is in the index.
        failures += 1
        guard failures < (fault.kind == .busy ? 5 : 3) else {
          notices.say(fault)
          return removal.failure = StoreNotices.text(fault)
        }
      }
    }
  }

  /// Gives free space back, and empties the log.
  private func compact(to bytes: Int, _ removal: inout StoreRemoval) {
    repeatWriting(&removal) { index throws(StoreFault) in try index.compact(toBytes: bytes) }
    guard removal.failure == nil else { return }
    // What the last step gave up is cut off.
    _ = write { _ throws(StoreFault) in }
    endSnapshot()
    SizeSignal.heldBack {
      writing.withLock { side in try? side.checkpoint() }
    }
  }
}
