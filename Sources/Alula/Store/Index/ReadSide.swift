import Dispatch
import Foundation

/// The connection that reads. Behind a lock; never waits for a writer of this process.
///
/// Reads that follow each other closely see one moment of the index: a snapshot is kept for at most 50 ms, because
/// beginning and ending one costs as much as looking up an entry (`Docs/Decisions/0006-disk-store.md`). A write of this
/// store ends it at once; what another process writes is seen 50 ms later at the latest.
struct ReadSide {
  private let folder: StoreFolder
  private var opened: Opened?
  /// Whether somebody will look whether the snapshot is old.
  var isWatched = false

  /// What is read through, and of which index.
  private struct Opened {
    let connection: SQLiteConnection
    let identity: FileIdentity
    let generation: Int
    let entries: SQLiteStatement
    let body: SQLiteStatement
    var snapshot: Snapshot?
  }

  private struct Snapshot {
    let began: UInt64
    let version: StoreVersion
  }

  /// Nanoseconds.
  private static let snapshotLife: UInt64 = 50_000_000
  static let idleCheck = DispatchTimeInterval.milliseconds(60)

  init(folder: StoreFolder) { self.folder = folder }

  /// The index must have been opened for writing: it is there, and it is ours.
  mutating func open(generation: Int) throws(StoreFault) {
    // Between opening an index and opening its log nobody may replace the two.
    let lock = try folder.locked()
    defer { withExtendedLifetime(lock) {} }
    try open(generation: generation, isLooking: false)
  }

  /// The same for who looks and changes nothing: the index may be anybody's, and in any state.
  mutating func look() throws(StoreFault) {
    try folder.checkOwner()
    let lock = try folder.lockedIfThere()
    defer { withExtendedLifetime(lock) {} }
    try open(generation: 0, isLooking: true)
  }

  private mutating func open(generation: Int, isLooking: Bool) throws(StoreFault) {
    opened = nil
    guard let identity = folder.identityOfIndex else { throw StoreFault(.vanished, "the index is gone") }
    let connection = try SQLiteConnection(path: folder.index, isReadOnly: isLooking)
    try StoreSchema.prepare(connection)
    if isLooking {
      guard try !StoreSchema.isEmpty(connection) else { throw StoreFault(.damaged, "it is empty") }
      try StoreSchema.check(connection)
    }
    try connection.execute("PRAGMA query_only = 1")
    opened = Opened(
      connection: connection, identity: identity, generation: generation,
      entries: try connection.prepare(
        """
        SELECT entries.id, variant, partition, label, metadata, length, digest, file, place, storedAt, usedAt, bytes
        FROM entries LEFT JOIN bodies ON file IS NULL AND place IS NULL AND bodies.id = entries.id WHERE key = ?1
        """), body: try connection.prepare("SELECT bytes FROM bodies WHERE id = ?1"))
  }

  mutating func close() { opened = nil }

  /// Whether a connection to the index of that version is there, with a snapshot that is fresh.
  mutating func isReady(_ version: StoreVersion) throws(StoreFault) -> Bool {
    guard var current = opened, current.generation == version.generation else { return false }
    let now = DispatchTime.now().uptimeNanoseconds
    if let snapshot = current.snapshot, snapshot.version == version, now &- snapshot.began < Self.snapshotLife {
      return true
    }
    try endSnapshot()
    guard folder.identityOfIndex == current.identity else {
      opened = nil
      return false
    }
    try current.connection.statement("BEGIN").run()
    current.snapshot = Snapshot(began: now, version: version)
    opened = current
    return true
  }

  mutating func endSnapshot() throws(StoreFault) {
    guard let connection = opened?.connection, opened?.snapshot != nil else { return }
    opened?.snapshot = nil
    try connection.statement("COMMIT").run()
  }

  /// Ends a snapshot that has lived. `true` when a fresh one remains.
  mutating func endOldSnapshot() -> Bool {
    guard let snapshot = opened?.snapshot else { return false }
    guard DispatchTime.now().uptimeNanoseconds &- snapshot.began >= Self.snapshotLife else { return true }
    do throws(StoreFault) { try endSnapshot() } catch { opened = nil }
    return false
  }

  var connection: SQLiteConnection? { opened?.connection }

  /// The entries of a key, the newest first.
  func entries(_ key: StoreKey) throws(StoreFault) -> [StoreEntry] {
    guard let statement = opened?.entries else { return [] }
    var entries: [StoreEntry] = []
    var isDamaged = false
    try statement.bind(1, key.bytes).each { row in
      guard let entry = StoreEntry(row, key: key, body: 11) else { return isDamaged = true }
      entries.append(entry)
    }
    if isDamaged { throw StoreFault(.damaged, "a row is not ours") }
    // Not by SQLite, which would copy every row, and the bodies with them.
    return entries.count < 2 ? entries : entries.sorted { $0.id > $1.id }
  }

  /// Entries after a number, of a partition or of all.
  func page(after id: Int64, partition: String?, count: Int) throws(StoreFault) -> [StoreEntry] {
    guard let connection = opened?.connection else { return [] }
    let statement = try connection.statement(
      """
      SELECT id, variant, partition, label, metadata, length, digest, file, place, storedAt, usedAt, key FROM entries
      WHERE id > ?1 AND (?2 IS NULL OR partition = ?2) ORDER BY id LIMIT ?3
      """)
    var entries: [StoreEntry] = []
    var isDamaged = false
    try statement.bind(1, id).bind(2, partition).bind(3, count).each { row in
      guard let key = StoreKey(bytes: row.bytes(11)), let entry = StoreEntry(row, key: key) else {
        return isDamaged = true
      }
      entries.append(entry)
    }
    if isDamaged { throw StoreFault(.damaged, "a row is not ours") }
    return entries
  }

  /// What is taken on the disk, and by how many entries.
  func sums() throws(StoreFault) -> StoreSums? {
    guard let connection = opened?.connection else { return nil }
    let totals = try StoreTotals(connection)
    let pages = try connection.number("PRAGMA page_count")
    return StoreSums(bytes: totals.files + (totals.packEnd + pages) * StoreBudget.page, count: totals.count)
  }

  /// The body of an entry whose row came without it; `nil` when the index does not hold it, or no longer.
  func body(_ id: Int64) throws(StoreFault) -> Data? {
    try opened?.body.bind(1, id).first { row in row.withBytes(0) { Data($0) } }
  }
}

/// What a store holds.
struct StoreSums {
  let bytes: Int
  let count: Int
}

/// What a snapshot must agree with: which opening of the index, and how many changes to it were made here.
struct StoreVersion: Equatable {
  var generation = 0
  var changes = 0
}

extension StoreEntry {
  /// Reads `id, variant, partition, label, metadata, length, digest, file, place, storedAt, usedAt` and, where it is
  /// asked for, the column with the body; `nil` when it holds what we never write.
  init?(_ row: SQLiteStatement, key: StoreKey, body: Int32? = nil) {
    let length = row.integer(5)
    guard length >= 0, let digest = row.withBytes(6, { ContentDigest(bytes: $0) }) else { return nil }
    let hasFile = !row.isNull(7)
    let file = hasFile ? BodyName(row.text(7)) : nil
    let place = row.isNull(8) ? nil : row.integer(8)
    guard hasFile == (file != nil), place == nil || (0..<(1 << 45)).contains(place ?? 0) else { return nil }
    let isInline = file == nil && place == nil
    let inline = isInline ? body.map { row.withBytes($0) { Data($0) } } : nil
    self.init(
      id: row.integer64(0), key: key, variant: row.text(1), partition: row.text(2), label: row.text(3),
      metadata: row.bytes(4), length: length, digest: digest, file: file, place: place, inline: inline,
      storedAt: row.integer64(9), usedAt: row.integer64(10))
  }
}
