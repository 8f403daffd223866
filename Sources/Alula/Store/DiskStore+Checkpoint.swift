import CSQLite
import Dispatch

/// A third connection, that moves the log into the index while nobody waits.
struct CheckpointSide {
  private var connection: SQLiteConnection?
  private var generation = 0
  var isScheduled = false

  /// As far as is possible without waiting for anybody.
  mutating func run(_ folder: StoreFolder, generation: Int) throws(StoreFault) {
    if connection == nil || self.generation != generation {
      // Between opening an index and opening its log nobody may replace the two.
      let lock = try folder.locked()
      defer { withExtendedLifetime(lock) {} }
      let opened = try SQLiteConnection(path: folder.index)
      try StoreSchema.prepare(opened)
      _ = try StoreSchema.isEmpty(opened)
      connection = opened
      self.generation = generation
    }
    do throws(StoreFault) { try connection?.checkpoint(SQLITE_CHECKPOINT_PASSIVE) } catch {
      connection = nil
      throw error
    }
  }
}

extension DiskStore {
  /// After each commit. The log is moved into the index behind the callers' backs; only a burst that is faster than the
  /// disk moves it itself, so that the log keeps its limit.
  func keepLogShort(_ side: inout WriteSide) {
    if side.hasPagesToCut {
      endSnapshot()
      side.cutIndex()
    }
    let pages = side.pagesInLog
    if pages >= 2 * budget.logPages {
      endSnapshot()
      return side.restartLog()
    }
    side.nextRestart = 0
    guard pages >= budget.logPages, checkpointing.withLock({ $0.schedule() }) else { return }
    queue.async { [weak self] in self?.checkpoint() }
  }

  private func checkpoint() {
    endSnapshot()
    let generation = version.withLock { $0.generation }
    SizeSignal.heldBack {
      checkpointing.withLock { side in
        side.isScheduled = false
        // A fault here is met again, and said, by the next write.
        try? side.run(folder, generation: generation)
      }
    }
  }

  /// A snapshot keeps the log from starting anew.
  func endSnapshot() {
    reading.withLock { side in
      do throws(StoreFault) { try side.endSnapshot() } catch { side.close() }
    }
  }
}

extension CheckpointSide {
  /// `true` when it was not scheduled yet.
  fileprivate mutating func schedule() -> Bool {
    defer { isScheduled = true }
    return !isScheduled
  }
}
