import CSQLite
import Foundation

/// The connection that writes, and what it takes to have one. Behind a lock.
struct WriteSide {
  private let folder: StoreFolder
  private let budget: StoreBudget
  private let takeTouches: @Sendable () -> [StoreTouch]
  private var index: StoreIndex?
  private var slot: SessionSlot?
  /// Counts openings.
  private(set) var generation = 0
  /// When the index was made anew lately; an index that is damaged again and again is left alone for a while.
  private var healings: [ContinuousClock.Instant] = []
  /// Before the log has so many pages nobody tries to start it anew.
  var nextRestart = 0
  /// After somebody kept the log from being emptied for too long: until when that is not waited for again.
  private var logHeldUntil: ContinuousClock.Instant?
  /// Until when the store stands aside, and why.
  private var aside: (until: ContinuousClock.Instant, fault: StoreFault)?
  /// Whether files that dead sessions left may be there still.
  private var hasLeftovers = false
  /// Whether what an earlier index left in the directory is gone.
  var isSwept = true
  /// Why the index was made anew; taken by who says it.
  var healed: StoreFault?

  init(folder: StoreFolder, budget: StoreBudget, takeTouches: @escaping @Sendable () -> [StoreTouch]) {
    self.folder = folder
    self.budget = budget
    self.takeTouches = takeTouches
  }

  private static let healingsAllowed = 3
  /// How long the store stands aside after a fault that would come back at once.
  static let pause = Duration.seconds(30)

  /// The index, opened and made if need be, in its place.
  ///
  /// - Parameter isPatient: whether somebody who held it a moment ago is waited for again.
  mutating func opened(isPatient: Bool = false) throws(StoreFault) -> StoreIndex {
    if let index {
      if index.isInPlace { return index }
      close()
    }
    if let aside, ContinuousClock.now < aside.until, !isPatient || aside.fault.kind != .busy { throw aside.fault }
    do throws(StoreFault) { return try open() } catch {
      if error.kind == .busy { aside = (.now + Self.pause, error) }
      throw error
    }
  }

  private mutating func open() throws(StoreFault) -> StoreIndex {
    try folder.hooks.allow(.open)
    try folder.checkOwner()
    let isNew = !folder.hasSigns
    try folder.make()
    folder.protect()
    let lock = try folder.locked()
    defer { withExtendedLifetime(lock) {} }
    folder.mark(lock)
    do throws(StoreFault) { return try openLocked(isNew: isNew) } catch {
      guard error.kind == .damaged else { throw error }
      // Nobody can have replaced it since: the lock is ours.
      try countHealing(error)
      try folder.removeIndex()
      return try openLocked(isNew: false)
    }
  }

  /// - Parameter isNew: whether the directory showed nothing of a store before: then what lies there is not ours.
  private mutating func openLocked(isNew: Bool) throws(StoreFault) -> StoreIndex {
    // Made here, so that it and its log have the permissions of a file for this user alone.
    let found = folder.identityOfIndex
    // SQLite would follow it.
    if let found, found.isLink { throw StoreFault(.damaged, "a link is in its place") }
    let isThere = found != nil
    if !isThere { _ = try folder.open(folder.index, exclusive: false) }
    let connection = try SQLiteConnection(path: folder.index)
    try StoreSchema.prepare(connection)
    if try StoreSchema.isEmpty(connection) {
      try StoreSchema.make(connection, epoch: UInt32.random(in: 1...UInt32.max), isSwept: isNew)
      if isThere { healed = StoreFault(.damaged, "it was empty") }
    } else {
      try StoreSchema.check(connection)
      try StoreSchema.keepLog(connection)
    }
    // Commits are not flushed one by one: a crash of the system may take the last ones with it, never the index
    // (sqlite.org/pragma.html#pragma_synchronous).
    try connection.execute(
      "PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = \(logSize); "
        + "PRAGMA secure_delete = FAST")
    connection.watchLog()
    let made = try StoreIndex(connection, folder: folder, budget: budget, takeTouches: takeTouches)
    hasLeftovers = true
    // Who only reads must not wait for who writes.
    made.patience = 0
    do throws(StoreFault) { try removeLeftovers(made) } catch { guard error.kind == .busy else { throw error } }
    made.patience = SQLiteConnection.patience
    isSwept = try connection.number("SELECT isSwept FROM totals") != 0
    index = made
    generation += 1
    return made
  }

  /// Removes what dead sessions left, once.
  mutating func removeLeftovers(_ index: StoreIndex) throws(StoreFault) {
    guard hasLeftovers else { return }
    let own = slot?.number
    try index.removeLeftovers { $0 == own || SessionSlot.isTaken($0, in: folder) }
    hasLeftovers = false
  }

  private var logSize: Int { budget.logPages * StoreBudget.page }

  /// Takes this store's place among those that write files.
  mutating func takeSession(_ index: StoreIndex) throws(StoreFault) {
    if let slot { return index.session = slot.number }
    guard let taken = try SessionSlot.take(in: folder) else {
      throw StoreFault(.refused, "too many processes write into the store")
    }
    slot = taken
    index.session = taken.number
    // Who had this place before has ended.
    try index.removeLeftovers { $0 != taken.number && SessionSlot.isTaken($0, in: folder) }
  }

  /// The reservation of a file could not be given up: it is tried again.
  func abandon(_ file: BodyName, size: Int) { index?.abandoned.append((file, size)) }

  /// Forgets the connection. The slot too: its file may be gone with the directory.
  mutating func close() {
    index = nil
    slot = nil
  }

  /// Removes an index that turned out to be damaged, so that the next opening makes a new one. Bodies that belonged to
  /// it are removed behind (`DiskStore.sweep`).
  mutating func heal(_ fault: StoreFault) throws(StoreFault) {
    guard let damaged = index?.identity, let connection = index?.connection else { return }
    do throws(StoreFault) {
      try folder.checkOwner(isOurs: true)
      // A newer version may stand in the log alone.
      if StoreSchema.isNewer(connection) { throw StoreFault.newerIndex }
    } catch {
      // Somebody else made another thing of it.
      if error.kind == .foreign { close() }
      throw error
    }
    try countHealing(fault)
    let lock = try folder.locked()
    defer { withExtendedLifetime(lock) {} }
    // Our connection still has the damaged file open, so no other file can have its identity.
    if folder.identityOfIndex == damaged { try folder.removeIndex() }
    close()
  }

  private mutating func countHealing(_ fault: StoreFault) throws(StoreFault) {
    try folder.hooks.allow(.open)
    let now = ContinuousClock.now
    healings = healings.filter { now - $0 < Self.pause } + [now]
    if healings.count > Self.healingsAllowed {
      close()
      let fault = StoreFault(.failing, "the index is damaged again and again")
      aside = (now + Self.pause, fault)
      throw fault
    }
    healed = fault
  }

  /// After a commit: what the write-ahead log holds, in pages.
  var pagesInLog: Int { index?.connection.pagesInLog ?? 0 }

  var hasPagesToCut: Bool { (index?.pagesGivenBack ?? 0) >= budget.logPages }

  /// Cuts the file of the index when much of it was given back: until then the disk holds it.
  mutating func cutIndex() {
    guard let index else { return }
    index.pagesGivenBack = 0
    // Should others read for longer, the file is cut with the next checkpoint.
    try? index.connection.checkpoint(SQLITE_CHECKPOINT_RESTART, waiting: 200)
  }

  /// Moves the log into the index, here and now, and waits for other processes' readers.
  func checkpoint() throws(StoreFault) { try index?.connection.checkpoint(SQLITE_CHECKPOINT_TRUNCATE) }

  /// The same in the middle of many writes, so that the log starts anew: with little patience, since a snapshot lives for
  /// 50 ms. A process that was stopped while it read is in the way for longer; it is waited for once for each `logPages`.
  mutating func restartLog() {
    guard let index, pagesInLog >= nextRestart else { return }
    // After one large commit its room is given back at once; else the file is written over, which costs less.
    let mode = index.isLogShort ? SQLITE_CHECKPOINT_RESTART : SQLITE_CHECKPOINT_TRUNCATE
    do throws(StoreFault) {
      try index.connection.checkpoint(mode, waiting: 200)
      nextRestart = 0
    } catch { nextRestart = pagesInLog + budget.logPages }
  }

  /// The same when the log has no room left. A slow disk and other writers are waited for; a process that was stopped
  /// while it read too, once, and then for a fifth of each second.
  mutating func emptyLog() {
    guard let index else { return }
    let wait: Int32 =
      switch logHeldUntil {
      case nil: SQLiteConnection.patience
      case let end?: ContinuousClock.now < end ? 0 : 200
      }
    do throws(StoreFault) {
      try index.connection.checkpoint(SQLITE_CHECKPOINT_TRUNCATE, waiting: wait)
      logHeldUntil = nil
    } catch { if wait > 0 { logHeldUntil = .now + .seconds(1) } }
  }

  /// Writes down what is only in memory, and empties the log.
  mutating func finish() {
    guard let index, index.isInPlace else { return close() }
    index.isPatient = false
    do throws(StoreFault) {
      try index.transaction { () throws(StoreFault) in try index.apply(takeTouches()) }
      try index.connection.checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
    } catch {
      // Nothing is lost but the order of the last reads.
    }
    close()
  }
}
