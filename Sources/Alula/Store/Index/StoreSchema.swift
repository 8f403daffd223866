/// The tables of an index. Their text is compared when an index is opened: with any other schema (of another version,
/// or with something that somebody added) it is made anew.
enum StoreSchema {
  static let version: UInt32 = 2
  /// "Alul", in the header of the file.
  static let application: UInt32 = 0x416C_756C

  /// Bodies are apart from entries, so that noting an access or new metadata does not write the body again. Accesses
  /// are ordered by a number (`used`) and not by their dates: a clock can be set back.
  private static let objects = [
    """
    CREATE TABLE entries(id INTEGER PRIMARY KEY, key BLOB NOT NULL, variant TEXT NOT NULL, partition TEXT NOT NULL, \
    label TEXT NOT NULL, metadata BLOB NOT NULL, length INTEGER NOT NULL, digest BLOB NOT NULL, file TEXT, \
    place INTEGER, size INTEGER NOT NULL, used INTEGER NOT NULL, storedAt INTEGER NOT NULL, usedAt INTEGER NOT NULL)
    """,
    "CREATE UNIQUE INDEX entryKeys ON entries(key, variant)",
    "CREATE INDEX entryOrder ON entries(used)",
    "CREATE INDEX entryPartitions ON entries(partition) WHERE partition <> ''",
    "CREATE TABLE bodies(id INTEGER PRIMARY KEY, bytes BLOB NOT NULL)",
    // The pack, block by block: whose it is, or a hole.
    "CREATE TABLE extents(start INTEGER PRIMARY KEY, blocks INTEGER NOT NULL, entry INTEGER)",
    "CREATE INDEX extentHoles ON extents(blocks, start) WHERE entry IS NULL",
    // Files that are being written, and by which session.
    """
    CREATE TABLE pending(file TEXT PRIMARY KEY, session INTEGER NOT NULL, partition TEXT NOT NULL, \
    size INTEGER NOT NULL) WITHOUT ROWID
    """,
    // Files whose entries are gone.
    "CREATE TABLE doomed(file TEXT PRIMARY KEY) WITHOUT ROWID",
    "CREATE TABLE notes(name TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID",
    """
    CREATE TABLE totals(epoch INTEGER PRIMARY KEY, next INTEGER NOT NULL, files INTEGER NOT NULL, \
    count INTEGER NOT NULL, packEnd INTEGER NOT NULL, packUsed INTEGER NOT NULL, isSwept INTEGER NOT NULL)
    """,
  ]

  /// For each connection, before anything else.
  static func prepare(_ connection: SQLiteConnection) throws(StoreFault) {
    // Nothing in the file is trusted; no part of it is mapped (a mapped file that is cut ends the process).
    try connection.execute(
      "PRAGMA trusted_schema = 0; PRAGMA cell_size_check = 1; PRAGMA mmap_size = 0; PRAGMA temp_store = 2")
  }

  /// Whether nobody has made the tables yet (or was ended while doing so).
  static func isEmpty(_ connection: SQLiteConnection) throws(StoreFault) -> Bool {
    guard try connection.number("PRAGMA user_version") == 0 else { return false }
    return try connection.number("SELECT count(*) FROM sqlite_schema") == 0
  }

  /// Makes the tables, all of them or none. Whose it is stands in the file itself before anything is in the log.
  ///
  /// - Parameter isSwept: whether nothing of an earlier index can lie in the directory.
  static func make(_ connection: SQLiteConnection, epoch: UInt32, isSwept: Bool) throws(StoreFault) {
    try connection.execute(
      "PRAGMA page_size = \(StoreBudget.page); PRAGMA auto_vacuum = 2; PRAGMA application_id = \(application); "
        + "PRAGMA journal_mode = WAL")
    try connection.execute(
      """
      BEGIN IMMEDIATE;
      \(objects.joined(separator: ";"));
      INSERT INTO totals VALUES (\(epoch), 1, 0, 0, 0, 0, \(isSwept ? 1 : 0));
      PRAGMA user_version = \(version);
      COMMIT
      """)
  }

  /// - Throws: `damaged` when this is not exactly our index, `foreign` when it is not ours to change.
  static func check(_ connection: SQLiteConnection) throws(StoreFault) {
    let isOurs = try connection.number("PRAGMA application_id") == Int(application)
    let own = "SELECT count(*) FROM sqlite_schema WHERE name IN ('entries', 'totals', 'extents', 'doomed')"
    let known = try connection.number(own)
    guard isOurs || known > 0 else { throw StoreFault.foreignIndex }
    let found = try connection.number("PRAGMA user_version")
    guard !isOurs || found <= Int(version) else { throw StoreFault.newerIndex }
    guard isOurs, found == Int(version) else { throw StoreFault(.damaged, "it is of another version") }
    try checkTables(connection)
  }

  /// Whether the header, as far as it can be read, says that.
  static func isNewer(_ connection: SQLiteConnection) -> Bool {
    guard let found = try? connection.number("PRAGMA application_id"), found == Int(application) else { return false }
    return (try? connection.number("PRAGMA user_version")).map { $0 > Int(version) } ?? false
  }

  private static func checkTables(_ connection: SQLiteConnection) throws(StoreFault) {
    var found: [String] = []
    try connection.statement("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL").each { found.append($0.text(0)) }
    guard found.sorted() == objects.sorted(), try connection.number("PRAGMA auto_vacuum") == 2 else {
      throw StoreFault(.damaged, "it is not of this program")
    }
  }

  /// For the connection that writes.
  static func keepLog(_ connection: SQLiteConnection) throws(StoreFault) {
    let mode = try connection.statement("PRAGMA journal_mode").first { $0.text(0) }
    if mode != "wal" { try connection.execute("PRAGMA journal_mode = WAL") }
  }
}
