import CSQLite

/// The index, opened for writing. One thread at a time; every change happens within `transaction`.
final class StoreIndex {
  let connection: SQLiteConnection
  let folder: StoreFolder
  let budget: StoreBudget
  /// Which file this is. When another lies in its place, this index is history.
  let identity: FileIdentity
  /// Tells its body files from those of earlier indexes.
  let epoch: UInt32
  /// Which place among the writing processes this one has (`SessionSlot`).
  var session = -1
  /// Accesses not yet noted, taken when the order is about to matter.
  let takeTouches: () -> [StoreTouch]

  /// As they are within a transaction; `nil` until asked for.
  private var loadedTotals: StoreTotals?
  private var areTotalsChanged = false
  /// The file with the bodies of middle size.
  let pack: StoreFile
  private let packIdentity: FileIdentity?
  /// Where it ended when the running transaction began.
  private(set) var packEndAtStart = 0
  /// Pages that are gone from the index, but not yet from its file: that is cut when the log is moved into it.
  var pagesGivenBack = 0
  /// Extents of the pack whose entries are gone. Holes only when the transaction ends: until it is committed, their
  /// bytes must stay.
  var freed: [Int] = []
  /// Bodies whose entries the running transaction removed.
  private var released: [BodyName] = []
  /// Bodies that are gone, while their rows in `doomed` are not.
  private var gone: [BodyName] = []
  /// Files given up while the index could not be changed, with what is reserved for them.
  var abandoned: [(name: BodyName, size: Int)] = []

  /// After somebody else held the index for as long as that is waited for: until when nothing waits for it again.
  private var heldUntil: ContinuousClock.Instant?
  /// How long a transaction waits for another process.
  var patience = SQLiteConnection.patience
  /// Whether each transaction waits, whatever happened before.
  var isPatient = false

  static let contradiction = StoreFault(.damaged, "it contradicts itself")

  init(
    _ connection: SQLiteConnection, folder: StoreFolder, budget: StoreBudget, takeTouches: @escaping () -> [StoreTouch]
  ) throws(StoreFault) {
    self.connection = connection
    self.folder = folder
    self.budget = budget
    self.takeTouches = takeTouches
    guard let identity = folder.identityOfIndex else { throw StoreFault(.vanished, "the index is gone") }
    self.identity = identity
    epoch = UInt32(truncatingIfNeeded: try connection.number("SELECT epoch FROM totals"))
    pack = try folder.open(folder.pack(epoch), exclusive: false)
    packIdentity = FileIdentity(path: folder.pack(epoch))
    try checkPack()
  }

  /// Looks at one moment of the index: others may be writing to it.
  private func checkPack() throws(StoreFault) {
    try connection.execute("BEGIN")
    defer { try? connection.execute("COMMIT") }
    guard try connection.number("SELECT packEnd FROM totals") == endOfExtents() else { throw Self.contradiction }
  }

  var isInPlace: Bool {
    folder.identityOfIndex == identity && FileIdentity(path: folder.pack(epoch)) == packIdentity
  }

  /// All of `body` or nothing of it. Bodies of entries that it removed are unlinked afterwards.
  func transaction<Value>(_ body: () throws(StoreFault) -> Value) throws(StoreFault) -> Value {
    try begin()
    do throws(StoreFault) {
      packEndAtStart = try totals().packEnd
      cutPack()
      try forgetGone()
      let value = try body()
      try applyFreed()
      try saveTotals()
      try connection.statement("COMMIT").run()
      unlinkReleased()
      return value
    } catch {
      loadedTotals = nil
      areTotalsChanged = false
      released = []
      freed = []
      if connection.isInTransaction { try? connection.execute("ROLLBACK") }
      throw error
    }
  }

  /// Whether somebody held the index a moment ago for as long as that is waited for.
  var isHeld: Bool { heldUntil.map { ContinuousClock.now < $0 } ?? false }

  /// While somebody holds the index, each operation tries, and one in thirty seconds waits.
  private func begin() throws(StoreFault) {
    let wait = isHeld && !isPatient ? 0 : patience
    connection.wait(milliseconds: wait)
    defer { connection.wait(milliseconds: SQLiteConnection.patience) }
    do throws(StoreFault) {
      try connection.statement("BEGIN IMMEDIATE").run()
      heldUntil = nil
    } catch {
      if error.kind == .busy, wait > 0 { heldUntil = .now + WriteSide.pause }
      throw error
    }
  }

  /// The body of an entry that is being removed: its file goes when the transaction is committed. Should the process
  /// end in between, `doomed` tells who opens the store next.
  func release(_ body: BodyName) throws(StoreFault) {
    try connection.statement("INSERT OR IGNORE INTO doomed(file) VALUES (?1)").bind(1, body.text).run()
    released.append(body)
  }

  /// Makes holes of what was freed. Only in a transaction that has not written to the pack and will not.
  func applyFreed() throws(StoreFault) {
    for start in freed { try freeExtent(at: start) }
    freed = []
  }

  /// Gives up the reservations of files that could not be ended before, unless that still cannot be.
  func dropAbandoned() {
    guard !abandoned.isEmpty else { return }
    do throws(StoreFault) {
      try transaction { () throws(StoreFault) in
        for file in abandoned { try dropPending(file.name.text, size: file.size) }
      }
      abandoned = []
    } catch {
      // Still full. The next one tries again; should the process end before, who opens the store next does it.
    }
  }

  private func unlinkReleased() {
    // Those of before were forgotten in this transaction; one that cannot be removed stays doomed.
    gone = released.filter { folder.remove($0) }
    released = []
  }

  private func forgetGone() throws(StoreFault) {
    for body in gone { try connection.statement("DELETE FROM doomed WHERE file = ?1").bind(1, body.text).run() }
  }

  /// The sums, as the running transaction has them.
  func totals() throws(StoreFault) -> StoreTotals {
    if let loadedTotals { return loadedTotals }
    let found = try StoreTotals(connection)
    loadedTotals = found
    return found
  }

  func changeTotals(_ change: (inout StoreTotals) -> Void) throws(StoreFault) {
    var totals = try totals()
    change(&totals)
    loadedTotals = totals
    areTotalsChanged = true
  }

  /// A number that was never given before.
  func nextNumber() throws(StoreFault) -> Int64 {
    let number = try totals().next
    try changeTotals { $0.next = number + 1 }
    return number
  }

  /// Whether there is room in the log for what is to be stored.
  var isLogShort: Bool { connection.pagesInLog < budget.logLimit }

  /// Whether the sums are what counting gives. Reads all rows.
  func areTotalsTrue() throws(StoreFault) -> Bool {
    let totals = try totals()
    let files = try connection.number(
      "SELECT (SELECT total(size) FROM entries WHERE file IS NOT NULL) + (SELECT total(size) FROM pending)")
    let used = try connection.number("SELECT total(blocks) FROM extents WHERE entry IS NOT NULL")
    let count = try connection.number("SELECT count(*) FROM entries")
    guard try totals.packEnd == endOfExtents() else { return false }
    return totals.files == files && totals.packUsed == used && totals.count == count
  }

  private func saveTotals() throws(StoreFault) {
    defer { loadedTotals = nil }
    guard areTotalsChanged, let totals = loadedTotals else { return }
    areTotalsChanged = false
    try connection.statement("UPDATE totals SET next = ?1, files = ?2, count = ?3, packEnd = ?4, packUsed = ?5")
      .bind(1, totals.next).bind(2, max(0, totals.files)).bind(3, max(0, totals.count)).bind(4, max(0, totals.packEnd))
      .bind(5, max(0, totals.packUsed)).run()
  }
}

/// Sums over the whole index, kept within the transactions that change them.
struct StoreTotals {
  /// The next number of an entry, a body or an access.
  var next: Int64
  /// What body files take on the disk, those being written included.
  var files: Int
  var count: Int
  /// Where the pack ends, in blocks.
  var packEnd: Int
  /// The blocks of it that belong to entries.
  var packUsed: Int

  /// Blocks: far from overflow when they are bytes.
  static let placesInPack = 0..<(1 << 45)

  /// As they are in an index.
  init(_ connection: SQLiteConnection) throws(StoreFault) {
    let numbers = try connection.statement("SELECT next, files, count, packEnd, packUsed FROM totals").first { row in
      (row.integer64(0), row.integer(1), row.integer(2), row.integer(3), row.integer(4))
    }
    guard let numbers else { throw Self.missing }
    (next, files, count, packEnd, packUsed) = numbers
    guard isPlausible else { throw Self.missing }
  }

  private static let missing = StoreFault(.damaged, "the index has no sums")

  /// Far from overflow, whatever somebody wrote there.
  var isPlausible: Bool {
    let sane = 0..<(1 << 60)
    return (1..<(1 << 60)).contains(next) && sane.contains(files) && sane.contains(count)
      && Self.placesInPack.contains(packEnd) && Self.placesInPack.contains(packUsed)
  }
}
