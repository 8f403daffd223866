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
      connection = try SQLiteConnection(path: folder.index)
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
  func keepLogShort(_ side: borrowing WriteSide) {
    let pages = side.pagesInLog
    guard pages >= budget.logPages else { return }
    if pages >= 2 * budget.logPages {
      endSnapshot()
      // Another process' reader may be in the way: then the next commit tries again.
      try? side.checkpoint()
    } else if checkpointing.withLock({ $0.schedule() }) {
      queue.async { [weak self] in self?.checkpoint() }
    }
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
