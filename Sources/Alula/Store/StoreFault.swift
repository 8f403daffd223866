import CSQLite

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Why the store could not do what it was asked. Never leaves the store: who asks gets nothing, `DiskStore.onNotice`
/// says it once.
struct StoreFault: Error, Equatable {
  enum Kind: Equatable {
    /// Another process holds the index for too long. This one operation is given up.
    case busy
    /// The index is no index, or contradicts itself. It is made anew.
    case damaged
    /// The disk, the quota or the file-size limit of the process.
    case full
    /// The directory cannot be read or written.
    case forbidden
    /// What lies in the place of the index is not ours, or is of a newer version of this library. Nothing is changed.
    case foreign
    /// The directory or the index is gone from its place. It is made anew.
    case vanished
    /// Larger than the store's limit, or nothing is left to make room with. No fault of the disk.
    case refused
    /// Anything else the system said.
    case failing
  }

  let kind: Kind
  /// For the notice; no path.
  let reason: String

  init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }

  static let foreignIndex = StoreFault(.foreign, "index.sqlite there is not Alula's: nothing was changed")
  static let newerIndex = StoreFault(.foreign, "index.sqlite there is of a newer Alula: nothing was changed")

  /// What a system call left in `errno`.
  init(errno code: Int32) {
    let kind: Kind =
      switch code {
      case ENOSPC, EDQUOT, EFBIG: .full
      case EROFS, EACCES, EPERM: .forbidden
      case ENOENT, ENOTDIR, ESTALE: .vanished
      default: .failing
      }
    self.init(kind, String(cString: strerror(code)))
  }

  /// What SQLite answered (sqlite.org/rescode.html).
  init(sqlite code: Int32, errno system: Int32) {
    let kind: Kind =
      switch code & 0xFF {
      case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
      case SQLITE_FULL: .full
      case SQLITE_READONLY where code == Self.movedAway: .vanished
      case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .forbidden
      case SQLITE_IOERR where [ENOSPC, EDQUOT, EFBIG].contains(system): .full
      case SQLITE_IOERR where [Self.shortRead, Self.corruptFile].contains(code): .damaged
      case SQLITE_IOERR, SQLITE_NOMEM, SQLITE_INTERRUPT: .failing
      // CORRUPT, NOTADB, a missing table, a value too big for its column: this is not the index we wrote.
      default: .damaged
      }
    self.init(kind, String(cString: sqlite3_errstr(code)))
  }

  // Macros that the importer does not see: extended result codes.
  private static let movedAway = SQLITE_READONLY | (4 << 8)
  private static let shortRead = SQLITE_IOERR | (2 << 8)
  private static let corruptFile = SQLITE_IOERR | (33 << 8)
}
