import CSQLite

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One connection to an index. One thread at a time.
final class SQLiteConnection {
  private let handle: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]
  /// What the write-ahead log held after the last commit, in pages. At a fixed address, since SQLite writes it.
  private let logPages: UnsafeMutablePointer<Int32>

  /// Opens a file that exists.
  init(path: String, isReadOnly: Bool = false) throws(StoreFault) {
    var opened: OpaquePointer?
    // Without SQLite's own mutex: ours is held around every use.
    let mode = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
    let code = sqlite3_open_v2(path, &opened, mode | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      let system = opened.map { sqlite3_system_errno($0) } ?? 0
      sqlite3_close_v2(opened)
      throw StoreFault(sqlite: code, errno: system)
    }
    handle = opened
    logPages = .allocate(capacity: 1)
    logPages.initialize(to: 0)
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, Self.patience)
    // A value larger than anything we write is damage; it is not read into memory.
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.valueLimit)
    // A closing connection would remove the log by its name, and that may be the log of a newer index by then.
    var keepsLog: Int32 = 1
    sqlite3_file_control(handle, nil, SQLITE_FCNTL_PERSIST_WAL, &keepsLog)
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
    logPages.deallocate()
  }

  /// How long another process may hold the index, in milliseconds.
  static let patience: Int32 = 2_000
  private static let valueLimit: Int32 = 4 * 1024 * 1024

  private static func note(_ pages: Int32, in context: UnsafeMutableRawPointer?) -> Int32 {
    context?.assumingMemoryBound(to: Int32.self).pointee = pages
    return SQLITE_OK
  }

  /// Notes the length of the log at each commit. Replaces SQLite's own checkpoints.
  func watchLog() {
    sqlite3_wal_hook(
      handle, { context, _, _, pages in SQLiteConnection.note(pages, in: context) }, logPages)
  }

  var pagesInLog: Int { Int(logPages.pointee) }
  /// Rows that the last statement changed.
  var changes: Int { Int(sqlite3_changes(handle)) }
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// How long the next statements wait for another process.
  func wait(milliseconds: Int32) { sqlite3_busy_timeout(handle, milliseconds) }

  /// Runs statements that are not kept.
  func execute(_ sql: String) throws(StoreFault) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw fault(code) }
  }

  /// A prepared statement, kept for the next time. Everything it was bound to is forgotten.
  func statement(_ sql: String) throws(StoreFault) -> SQLiteStatement {
    if let known = statements[sql] { return known }
    let made = try prepare(sql)
    statements[sql] = made
    return made
  }

  func prepare(_ sql: String) throws(StoreFault) -> SQLiteStatement {
    var made: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
    guard code == SQLITE_OK, let made else { throw fault(code) }
    return SQLiteStatement(made, of: handle)
  }

  /// The one number that `sql` answers.
  func number(_ sql: String) throws(StoreFault) -> Int {
    try statement(sql).first { $0.integer(0) } ?? 0
  }

  /// Moves the log into the index, as far as `mode` and other readers allow; those are waited for as long as for anything
  /// else, or for `milliseconds`.
  func checkpoint(_ mode: Int32, waiting milliseconds: Int32 = patience) throws(StoreFault) {
    sqlite3_busy_timeout(handle, milliseconds)
    defer { sqlite3_busy_timeout(handle, Self.patience) }
    let end = ContinuousClock.now + .milliseconds(Int(milliseconds))
    var code = sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil)
    // SQLite itself does not wait for another one's checkpoint (sqlite.org/c3ref/wal_checkpoint_v2.html).
    while code == SQLITE_BUSY, mode != SQLITE_CHECKPOINT_PASSIVE, ContinuousClock.now < end {
      usleep(2_000)
      code = sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil)
    }
    guard code == SQLITE_OK else { throw fault(code) }
    // The log begins anew.
    if mode == SQLITE_CHECKPOINT_RESTART || mode == SQLITE_CHECKPOINT_TRUNCATE { logPages.pointee = 0 }
  }

  private func fault(_ code: Int32) -> StoreFault { StoreFault(sqlite: code, errno: sqlite3_system_errno(handle)) }
}
