/// Files that are not, or no longer, bodies of entries are named in the index before they exist. So whatever ends a
/// process, nothing has to be searched for: the next one to open the store removes what the index names.
extension StoreIndex {
  /// Says that a file is going to be written by a session, with a first reservation of bytes.
  func begin(_ file: BodyName, session: Int, partition: String, size: Int) throws(StoreFault) {
    try connection.statement("INSERT INTO pending(file, session, partition, size) VALUES (?1, ?2, ?3, ?4)")
      .bind(1, file.text).bind(2, session).bind(3, partition).bind(4, size).run()
    try changeTotals { $0.files += size }
  }

  /// Reserves more for a file being written.
  func reserve(_ file: BodyName, from old: Int, to size: Int) throws(StoreFault) {
    try connection.statement("UPDATE pending SET size = ?2 WHERE file = ?1").bind(1, file.text).bind(2, size).run()
    guard connection.changes == 1 else { throw Self.disowned }
    try changeTotals { $0.files += size - old }
  }

  /// The file is finished, or given up: it is named here no longer.
  ///
  /// - Throws: `refused` when it was not; its partition was purged, or its index replaced.
  func end(_ file: BodyName, size: Int) throws(StoreFault) {
    try connection.statement("DELETE FROM pending WHERE file = ?1").bind(1, file.text).run()
    guard connection.changes == 1 else { throw Self.disowned }
    try changeTotals { $0.files -= size }
  }

  private static let disowned = StoreFault(.refused, "the entry was purged while it was written")

  /// Removes what sessions that have ended left behind.
  func removeLeftovers(isAlive: (Int) -> Bool) throws(StoreFault) {
    var files: [(name: String, session: Int, size: Int)] = []
    try connection.statement("SELECT file, session, size FROM pending").each { row in
      files.append((row.text(0), row.integer(1), row.integer(2)))
    }
    var doomed: [String] = []
    try connection.statement("SELECT file FROM doomed").each { doomed.append($0.text(0)) }
    let alive = Set(Set(files.map(\.session)).filter(isAlive))
    files.removeAll { alive.contains($0.session) }
    guard !files.isEmpty || !doomed.isEmpty else { return }
    try transaction { () throws(StoreFault) in
      for file in files { try dropPending(file.name, size: file.size) }
      for name in doomed where BodyName(name) == nil {
        try connection.statement("DELETE FROM doomed WHERE file = ?1").bind(1, name).run()
      }
      for name in doomed { if let body = BodyName(name) { try release(body) } }
    }
  }

  /// What is written for a partition, or for any, will not be committed.
  func dropPending(partition: String?) throws(StoreFault) {
    var files: [(name: String, size: Int)] = []
    try connection.statement("SELECT file, size, partition FROM pending").each { row in
      guard partition == nil || row.text(2) == partition else { return }
      files.append((row.text(0), row.integer(1)))
    }
    for file in files { try dropPending(file.name, size: file.size) }
  }

  func dropPending(_ name: String, size: Int) throws(StoreFault) {
    try connection.statement("DELETE FROM pending WHERE file = ?1").bind(1, name).run()
    guard connection.changes == 1 else { return }
    try changeTotals { $0.files -= min(max(0, size), 1 << 50) }
    if let body = BodyName(name) { try release(body) }
  }

  /// How many bodies without an entry cannot be removed from the disk. Tries it again.
  func countStuck() throws(StoreFault) -> Int {
    var names: [BodyName] = []
    try connection.statement("SELECT file FROM doomed").each { row in
      if let name = BodyName(row.text(0)) { names.append(name) }
    }
    return names.count { !folder.remove($0) }
  }

  /// Whether the index names a file: as the body of an entry that came after `id`, as being written, or as about to be
  /// removed.
  func names(_ file: BodyName, after id: Int64) throws(StoreFault) -> Bool {
    try connection.statement(
      """
      SELECT EXISTS(SELECT 1 FROM entries WHERE id > ?2 AND file = ?1) OR EXISTS(SELECT 1 FROM pending WHERE file = ?1)
      OR EXISTS(SELECT 1 FROM doomed WHERE file = ?1)
      """
    ).bind(1, file.text).bind(2, id).first { $0.integer(0) != 0 } ?? false
  }

  /// Extents of entries that do not know of them. Looks each entry up by its number.
  static let lostExtents = """
    SELECT start FROM extents WHERE entry IS NOT NULL
    AND NOT EXISTS(SELECT 1 FROM entries WHERE id = extents.entry AND place = extents.start)
    """

  /// Computes the sums anew.
  func recount() throws(StoreFault) {
    let files = try connection.number(
      "SELECT (SELECT total(size) FROM entries WHERE file IS NOT NULL) + (SELECT total(size) FROM pending)")
    var lost: [Int] = []
    try connection.statement(Self.lostExtents).each { lost.append($0.integer(0)) }
    for start in lost { try freeExtent(at: start) }
    let count = try connection.number("SELECT count(*) FROM entries")
    let used = try connection.number("SELECT total(blocks) FROM extents WHERE entry IS NOT NULL")
    try changeTotals { totals in
      totals.files = min(max(0, files), 1 << 59)
      totals.count = count
      totals.packUsed = min(max(0, used), 1 << 44)
    }
  }
}
