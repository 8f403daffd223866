import Foundation

/// The pack: one file that holds the bodies of middle size, in blocks of 4 KB. The table `extents` covers it from its
/// start to its end without a gap: each extent belongs to an entry, or is a hole.
///
/// A body is written into a hole that an earlier transaction left, and before the transaction that says so is
/// committed. So whatever ends a process, the bytes of every entry are in their place and nothing has to be cleaned up.
/// Who reads an extent that is given to another entry at that moment sees by the checksum that it is not the body.
extension StoreIndex {
  struct Extent {
    let start: Int
    let blocks: Int

    var end: Int { start + blocks }

    init(start: Int, blocks: Int) {
      self.start = start
      self.blocks = blocks
    }

    /// Reads `start, blocks`; `nil` when no pack can have such an extent.
    init?(_ row: SQLiteStatement) {
      start = row.integer(0)
      blocks = row.integer(1)
      guard StoreTotals.placesInPack.contains(start), StoreTotals.placesInPack.contains(blocks), blocks > 0 else {
        return nil
      }
    }

    /// The first row's extent.
    ///
    /// - Throws: `damaged` when no pack can have it.
    static func first(_ statement: SQLiteStatement) throws(StoreFault) -> Extent? {
      guard let found = try statement.first({ Extent($0) }) else { return nil }
      guard let found else { throw StoreIndex.contradiction }
      return found
    }
  }

  static func blocks(_ length: Int) -> Int { StoreBudget.blocks(length) / StoreBudget.page }

  /// The smallest hole that is large enough.
  func hole(_ blocks: Int, before limit: Int = Int.max) throws(StoreFault) -> Extent? {
    try Extent.first(
      connection.statement(
        "SELECT start, blocks FROM extents WHERE entry IS NULL AND blocks >= ?1 AND start < ?2 ORDER BY blocks, start LIMIT 1"
      ).bind(1, blocks).bind(2, limit))
  }

  /// Gives blocks to an entry, in a hole or at the end.
  func allocate(_ blocks: Int, for entry: Int64, in hole: Extent?) throws(StoreFault) -> Int {
    guard let hole else {
      let start = try totals().packEnd
      try insertExtent(Extent(start: start, blocks: blocks), entry)
      try changeTotals { $0.packEnd += blocks }
      return start
    }
    try connection.statement("UPDATE extents SET blocks = ?2, entry = ?3 WHERE start = ?1")
      .bind(1, hole.start).bind(2, blocks).bind(3, entry).run()
    if hole.blocks > blocks {
      try insertExtent(Extent(start: hole.start + blocks, blocks: hole.blocks - blocks), nil)
    }
    return hole.start
  }

  private func insertExtent(_ extent: Extent, _ entry: Int64?) throws(StoreFault) {
    let statement = try connection.statement("INSERT INTO extents(start, blocks, entry) VALUES (?1, ?2, ?3)")
    statement.bind(1, extent.start).bind(2, extent.blocks)
    if let entry { statement.bind(3, entry) } else { statement.bind(3, nil as String?) }
    try statement.run()
  }

  /// Makes a hole of an extent, one with its neighbours; a hole at the end is the end.
  func freeExtent(at start: Int) throws(StoreFault) {
    guard let found = try extent("start = ?1", start) else { return }
    var hole = found
    if let before = try extent(
      "start < ?1 AND start = (SELECT max(start) FROM extents WHERE start < ?1) AND entry IS NULL", start)
    {
      hole = Extent(start: before.start, blocks: before.blocks + hole.blocks)
    }
    if let after = try extent("start = ?1 AND entry IS NULL", found.end) {
      hole = Extent(start: hole.start, blocks: hole.blocks + after.blocks)
    }
    try connection.statement("DELETE FROM extents WHERE start >= ?1 AND start < ?2").bind(1, hole.start)
      .bind(2, hole.end).run()
    if try hole.end >= totals().packEnd {
      let end = try endOfExtents()
      try changeTotals { $0.packEnd = end }
    } else {
      try insertExtent(hole, nil)
    }
  }

  /// Where the last extent ends.
  func endOfExtents() throws(StoreFault) -> Int {
    try Extent.first(connection.statement("SELECT start, blocks FROM extents ORDER BY start DESC LIMIT 1"))?.end ?? 0
  }

  private func extent(_ clause: String, _ value: Int) throws(StoreFault) -> Extent? {
    try Extent.first(connection.statement("SELECT start, blocks FROM extents WHERE \(clause)").bind(1, value))
  }

  /// Writes a body where an entry's extent is.
  func writePacked(_ body: Data, at start: Int) throws(StoreFault) {
    try folder.hooks.allow(.write(bytes: body.count))
    let offset = start * StoreBudget.page
    var fault: StoreFault?
    body.withUnsafeBytes { bytes in
      do throws(StoreFault) { try pack.write(bytes, at: offset) } catch { fault = error }
    }
    if let fault { throw fault }
    // In a hole the rest of the last block is of somebody else, who may be purged one day; behind the end it is empty.
    let rest = Self.blocks(body.count) * StoreBudget.page - body.count
    if start < packEndAtStart, rest > 0 { try writeZeros(rest, at: offset + body.count) }
  }

  private func writeZeros(_ count: Int, at offset: Int) throws(StoreFault) {
    let zeros = [UInt8](repeating: 0, count: count)
    var fault: StoreFault?
    zeros.withUnsafeBytes { bytes in
      do throws(StoreFault) { try pack.write(bytes, at: offset) } catch { fault = error }
    }
    if let fault { throw fault }
  }

  /// Cuts what lies behind the end that was committed last: what was given up, or what a killed process wrote. Within a
  /// transaction: nobody else can be writing there.
  func cutPack() {
    let end = packEndAtStart * StoreBudget.page
    // When it cannot be cut now, the next transaction tries again.
    if let size = pack.size, size > end { try? pack.truncate(to: end) }
  }

  /// Overwrites a private body. Before the transaction that removes its entry is committed: it is to go in any case.
  func erase(_ row: StoreRow) throws(StoreFault) {
    guard let place = row.place else { return }
    let blocks = try connection.statement("SELECT blocks FROM extents WHERE start = ?1 AND entry = ?2").bind(1, place)
      .bind(2, row.id).first { min(max(0, $0.integer(0)), StoreBudget.packLimit / StoreBudget.page) }
    guard let blocks, let size = pack.size else { return }
    let length = min(blocks * StoreBudget.page, size - place * StoreBudget.page)
    if length > 0 { try writeZeros(length, at: place * StoreBudget.page) }
  }

  /// Overwrites holes, where bodies were that are gone; some of them, from a block on. Nothing may have been removed in
  /// this transaction.
  ///
  /// - Returns: where to go on; `nil` after the last.
  func eraseHoles(from start: Int) throws(StoreFault) -> Int? {
    var holes: [Extent?] = []
    try connection.statement(
      "SELECT start, blocks FROM extents WHERE entry IS NULL AND start >= ?1 ORDER BY start LIMIT 64"
    )
    .bind(1, start).each { holes.append(Extent($0)) }
    for hole in holes {
      guard let hole else { throw Self.contradiction }
      try eraseBlocks(hole)
    }
    return holes.last.flatMap(\.self)?.end
  }

  private func eraseBlocks(_ hole: Extent) throws(StoreFault) {
    let size = pack.size ?? 0
    let step = Self.blocks(StoreBudget.packLimit)
    for start in stride(from: hole.start, to: min(hole.end, Self.blocks(size)), by: step) {
      let offset = start * StoreBudget.page
      try writeZeros(min(size, min(hole.end, start + step) * StoreBudget.page) - offset, at: offset)
    }
  }

  /// Moves bodies from the end of the pack into holes, until it has given up `excess` blocks. At most `most` of them.
  /// The first thing in its transaction: no hole of this one may be used.
  ///
  /// - Parameter dropsMisfits: whether a body at the end that fits into no hole is removed.
  /// - Returns: `false` when nothing could be done.
  func shortenPack(by excess: Int, atMost most: Int, dropsMisfits: Bool) throws(StoreFault) -> Bool {
    let end = try totals().packEnd
    var given = 0
    var limit = Int.max
    for turn in 0..<most where given < excess {
      let tail = try connection.statement(
        "SELECT start, blocks, entry FROM extents WHERE entry IS NOT NULL AND start < ?1 ORDER BY start DESC LIMIT 1"
      ).bind(1, limit).first { (Extent($0), $0.integer64(2)) }
      guard let (found, entry) = tail else {
        if turn == 0 { return false }
        break
      }
      guard let extent = found else { throw Self.contradiction }
      if let hole = try hole(extent.blocks, before: extent.start) {
        try move(extent, of: entry, to: hole)
      } else if dropsMisfits {
        try drop(extent, of: entry)
      } else {
        if turn == 0 { return false }
        break
      }
      limit = extent.start
      given += extent.blocks
    }
    // The last thing in its transaction, too. Extents that overlap could be moved for ever.
    try applyFreed()
    let newEnd = try totals().packEnd
    guard given == 0 || newEnd < end else { throw Self.contradiction }
    return true
  }

  /// Copies a body to a hole. One that cannot be read is removed.
  private func move(_ extent: Extent, of entry: Int64, to hole: Extent) throws(StoreFault) {
    guard extent.blocks <= Self.blocks(StoreBudget.packLimit) else {
      throw StoreFault(.damaged, "an extent is too long")
    }
    var body = Data(count: extent.blocks * StoreBudget.page)
    let offset = extent.start * StoreBudget.page
    // The last body ends before its last block does.
    let length = min(body.count, max(0, (pack.size ?? 0) - offset))
    let isRead = body.withUnsafeMutableBytes {
      pack.read(UnsafeMutableRawBufferPointer(rebasing: $0[..<length]), at: offset)
    }
    guard isRead, length > 0, let row = try row(entry), row.place == extent.start else {
      return try drop(extent, of: entry)
    }
    let start = try allocate(extent.blocks, for: entry, in: hole)
    try writePacked(body, at: start)
    try connection.statement("UPDATE entries SET place = ?2 WHERE id = ?1").bind(1, entry).bind(2, start).run()
    freed.append(extent.start)
  }

  private func drop(_ extent: Extent, of entry: Int64) throws(StoreFault) {
    if let row = try row(entry), row.place == extent.start { return try delete(row) }
    freed.append(extent.start)
    try changeTotals { $0.packUsed -= extent.blocks }
  }
}
