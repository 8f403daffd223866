import CSQLite

/// What the first bytes of an index say of it (sqlite.org/fileformat.html, section 1.3). Looks, and changes nothing.
enum IndexHeader: Equatable {
  /// A database, of that application and that version of its tables.
  case database(application: UInt32, version: UInt32)
  /// No database, or one whose header is damaged.
  case unknown

  /// Reads through SQLite: closing a descriptor of our own would end the locks that connections of this process hold on
  /// the file (sqlite.org/howtocorrupt.html, section 2.2).
  init(path: String) throws(StoreFault) {
    var opened: OpaquePointer?
    var code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
    defer { sqlite3_close_v2(opened) }
    var bytes = [UInt8](repeating: 0, count: 100)
    if code == SQLITE_OK {
      var file: UnsafeMutablePointer<sqlite3_file>?
      code = sqlite3_file_control(opened, "main", SQLITE_FCNTL_FILE_POINTER, &file)
      if code == SQLITE_OK, let file, let read = file.pointee.pMethods?.pointee.xRead {
        // Of a file that is shorter the rest is zero.
        code = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, Int32($0.count), 0) }
        if code & 0xFF == SQLITE_IOERR, code >> 8 == 2 { code = SQLITE_OK }
      }
    }
    guard code == SQLITE_OK else {
      let system = opened.map { sqlite3_system_errno($0) } ?? 0
      throw system == 0 ? StoreFault(sqlite: code, errno: 0) : StoreFault(errno: system)
    }
    self.init(bytes)
  }

  init(_ bytes: [UInt8]) {
    guard bytes.count >= 72, bytes.starts(with: Array("SQLite format 3\0".utf8)) else {
      self = .unknown
      return
    }
    let number = { (offset: Int) in bytes[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
    self = .database(application: number(68), version: number(60))
  }
}

extension StoreFolder {
  /// Before anything is changed: what lies in the place of the index may be somebody else's.
  ///
  /// - Parameter isOurs: whether it is known otherwise that the directory is ours.
  /// - Throws: `foreign` when it is not ours to change, and what the system says where it cannot be looked at.
  func checkOwner(isOurs: Bool = false) throws(StoreFault) {
    guard let found = try statusOfIndex() else { return }
    let header: IndexHeader = found.isFile ? try IndexHeader(path: index) : .unknown
    // Made on a full disk, which took neither the mark nor a header. Nothing is lost by filling it.
    if found.isEmpty, found.isFile, isLockEmpty { return }
    switch header {
    case .database(StoreSchema.application, let version) where version > StoreSchema.version:
      throw StoreFault.newerIndex
    case .database(StoreSchema.application, _): break
    // One of ours whose beginning is still in its log, perhaps: `StoreSchema.check` sees more.
    case .database(application: 0, _), .unknown: guard isOurs || hasSigns else { throw StoreFault.foreignIndex }
    case .database: throw StoreFault.foreignIndex
    }
  }
}
