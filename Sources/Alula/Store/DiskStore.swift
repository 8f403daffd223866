import Dispatch
public import Foundation

/// Bytes on the disk under a hard limit: keys, bodies, small metadata, and the order in which they were used. Knows
/// nothing of HTTP or of images.
///
/// It survives a killed process at any moment, may be used by several processes at once (an app and its extension), and
/// is opened at its first use, in a time that does not depend on what it holds. A store that cannot work (no space, no
/// permission, an index that is damaged) stands aside or starts anew: nothing here throws, images load without it.
///
/// Letting go of the last reference writes what is pending and flushes the index: a few milliseconds, on that thread.
/// A process that uses a store must not go on using it after `fork`.
public final class DiskStore: Sendable {
  /// The limits it was made with.
  public let limits: Limits

  let folder: StoreFolder
  let budget: StoreBudget
  let notices: StoreNotices
  let counters = Locked(StoreCounters())
  let purges = Locked(StorePurges())
  /// For the async functions, checkpoints and what else nobody waits for.
  let queue: DispatchQueue

  // Held while SQLite works, for as long as a disk takes: never taken on a thread that must not wait. The write side's
  // lock may be held when the read side's is taken, never the other way round.
  let writing: Locked<WriteSide>
  let reading: Locked<ReadSide>
  let touches: Locked<StoreTouches>
  /// What snapshots must agree with.
  let version = Locked(StoreVersion())
  /// The pack of the index that is open.
  let packs = Locked<StoreFile?>(nil)
  let checkpointing = Locked(CheckpointSide())
  /// After somebody kept the index from being read for too long: until when that is not waited for again.
  let readingHeldUntil = Locked<ContinuousClock.Instant?>(nil)
  /// Whether nothing is changed: what is not there is not made, what is damaged stays as it is.
  let isLooking: Bool

  /// A store in a directory, which is made at first use. Two stores of one directory, in one process or in several,
  /// share it.
  public convenience init(directory: URL, limits: Limits = Limits()) {
    self.init(directory: directory, limits: limits, hooks: StoreHooks())
  }

  /// A store that shows what a directory holds, and neither makes nor removes anything.
  package convenience init(lookingInto directory: URL) {
    self.init(directory: directory, limits: Limits(size: .max, count: .max), hooks: StoreHooks(), isLooking: true)
  }

  package init(directory: URL, limits: Limits = Limits(), hooks: StoreHooks, isLooking: Bool = false) {
    self.isLooking = isLooking
    self.limits = limits
    let folder = StoreFolder(directory, hooks: hooks)
    let budget = StoreBudget(limits)
    let touches = Locked(StoreTouches())
    queue = DispatchQueue(label: "Alula.DiskStore", qos: .utility)
    notices = StoreNotices(queue: queue)
    self.folder = folder
    self.budget = budget
    self.touches = touches
    reading = Locked(ReadSide(folder: folder))
    writing = Locked(WriteSide(folder: folder, budget: budget) { touches.withLock { $0.take() } })
  }

  deinit {
    reading.withLock { $0.close() }
    SizeSignal.heldBack { writing.withLock { $0.finish() } }
  }

  /// Calls `listener` with what the store has to say about itself, once for each kind of trouble: that it stands aside,
  /// that it started anew. Sentences for a log, without paths. What was said before is said again to a new listener.
  /// Called on the store's own queue.
  package func onNotice(_ listener: @escaping @Sendable (String) -> Void) {
    notices.listen { listener($0.forPrograms) }
  }

  /// The same for a tool that looks after the store: without what it means to images.
  package func onTrouble(_ listener: @escaping @Sendable (String) -> Void) { notices.listen { listener($0.text) } }
}

/// What happened since the store was made.
struct StoreCounters {
  var hits = 0
  var misses = 0
  /// How often an index could not be used, and was made anew.
  var losses = 0
}

/// How often each partition was purged here: what was being written before must not be committed after.
struct StorePurges {
  private var counts: [String: Int] = [:]
  private var all = 0

  mutating func add(_ partition: String) { counts[partition, default: 0] += 1 }
  mutating func addAll() { all += 1 }
  func count(_ partition: String) -> Int { all + counts[partition, default: 0] }
}

/// Accesses that the index does not know yet: the last of each entry. They are written down before anything is evicted,
/// and now and then.
struct StoreTouches {
  private var dates: [Int64: (order: Int, date: Int64)] = [:]
  private var next = 0
  private var isAwaited = false

  /// When to write them down.
  enum Due { case now, later, known }

  /// So many at most are lost when the process is killed, or those of ten seconds.
  private static let batch = 4_096
  static let delay = DispatchTimeInterval.seconds(10)

  mutating func add(_ id: Int64, _ date: Int64) -> Due {
    next += 1
    dates[id] = (next, date)
    if dates.count == Self.batch { return .now }
    defer { isAwaited = true }
    return isAwaited ? .known : .later
  }

  mutating func take() -> [StoreTouch] {
    defer {
      dates = [:]
      isAwaited = false
    }
    return dates.sorted { $0.value.order < $1.value.order }.map { StoreTouch(id: $0.key, date: $0.value.date) }
  }
}
