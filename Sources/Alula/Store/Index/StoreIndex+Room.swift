/// What something is going to take.
struct StoreNeed {
  /// Bytes of body files.
  var files = 0
  /// Bytes in the index.
  var inline = 0
  /// Blocks of the pack, one after the other.
  var blocks = 0
  var entries = 0

  var bytes: Int { files + inline + blocks * StoreBudget.page }
}

extension StoreIndex {
  /// What bodies and the pages in use take.
  func usedBytes() throws(StoreFault) -> Int {
    let totals = try totals()
    return try totals.files + totals.packUsed * StoreBudget.page + (pages() - freePages()) * StoreBudget.page
  }

  /// What bodies, the pack and the file of the index take on the disk, with what is free in them. What this transaction
  /// takes off the pack's end is there until the next one (`cutPack`).
  func heldBytes() throws(StoreFault) -> Int {
    let totals = try totals()
    return try totals.files + (max(totals.packEnd, packEndAtStart) + pages()) * StoreBudget.page
  }

  private func pages() throws(StoreFault) -> Int { try connection.number("PRAGMA page_count") }

  private func freePages() throws(StoreFault) -> Int { try connection.number("PRAGMA freelist_count") }

  /// Makes room: what has not been used for the longest time goes, and free space that is in the way is given back.
  ///
  /// - Parameter isFirst: whether nothing was removed or moved for that need before.
  /// - Returns: `false` when this transaction must be committed first, and asked again: bytes of entries that it
  ///   removed must not be overwritten before, and others want to write too.
  /// - Throws: `refused` when that is more than the store may hold at all.
  func makeRoom(_ need: StoreNeed, now: Int64, isFirst: Bool) throws(StoreFault) -> Bool {
    try folder.hooks.allow(.index(bytes: need.inline))
    guard isLogShort else { throw StoreFault(.busy, "somebody reads for so long that the log cannot be emptied") }
    guard need.bytes <= budget.content else { throw StoreFault(.refused, "larger than the limit") }
    let aged = try evictAged(now: now)
    let evicted = try evict(for: need, isFirst: isFirst)
    if evicted >= Self.step || evicted > 0 && need.blocks > 0 { return false }
    var excess = try growth(for: need) - budget.content
    guard excess > 0 else { return true }
    try giveBackPages(excess)
    excess = try growth(for: need) - budget.content
    guard excess > 0 else { return true }
    guard aged + evicted == 0 else { return false }
    // With nothing left to move, what is too much are pages of the index that are half full: they fill up again.
    return try !shortenPack(by: excess / StoreBudget.page + 1, atMost: Self.step, dropsMisfits: true)
  }

  /// Entries moved or removed in one transaction.
  static let step = 256

  /// What would be held afterwards.
  private func growth(for need: StoreNeed) throws(StoreFault) -> Int {
    let inline = max(0, need.inline - (try freePages()) * StoreBudget.page)
    let fits = try hole(need.blocks) != nil
    let blocks = need.blocks == 0 || fits ? 0 : need.blocks
    return try heldBytes() + need.files + inline + blocks * StoreBudget.page
  }

  /// Removes what was not used for the longest time; somewhat more than `step` entries at most.
  ///
  /// When it is only a hole of that size that is missing, a few go, since they may leave one. More would be nearly all
  /// of them where small bodies lie in no order: what is missing still is had by moving bodies (`shortenPack`).
  ///
  /// - Returns: how many were removed.
  private func evict(for need: StoreNeed, isFirst: Bool) throws(StoreFault) -> Int {
    var removed = 0
    var mayWantHole = isFirst && need.blocks > 0
    while removed < Self.step {
      let excess = try usedBytes() + need.bytes - budget.content
      let tooMany = try totals().count + need.entries - budget.entries
      let isTooMuch = excess > 0 || tooMany > 0
      if !isTooMuch {
        guard mayWantHole, try lacksHole(for: need) else { break }
      }
      if removed == 0 { try apply(takeTouches()) }
      // Somewhat more than this one takes, so that not every write has to evict in a transaction of its own.
      let spare = need.blocks > 0 && (excess > 0 || !isTooMuch) ? min(budget.content / 256, Self.spare) : 0
      let count = try evictSome(bytes: max(excess, 0) + spare, entries: tooMany, atMost: 32)
      guard count > 0 || !isTooMuch else { throw try nothingLeft() }
      try applyFreed()
      removed += count
      if !isTooMuch { mayWantHole = false }
    }
    return removed
  }

  /// Whether the pack would have to grow over the limit.
  private func lacksHole(for need: StoreNeed) throws(StoreFault) -> Bool {
    let excess = try growth(for: need) - budget.content
    guard excess > 0 else { return false }
    try giveBackPages(excess)
    return try growth(for: need) > budget.content
  }

  /// Others are writing that much at this moment, or the sums are not true.
  private func nothingLeft() throws(StoreFault) -> StoreFault {
    try areTotalsTrue() ? StoreFault(.refused, "nothing is left to evict") : Self.contradiction
  }

  private static let spare = 256 * 1_024

  /// Removes the least recently used entries until no more than `bytes` are in use by no more than `count` entries;
  /// some of them.
  ///
  /// - Returns: `true` when no more need to go, or can.
  func evict(toBytes bytes: Int, toCount count: Int) throws(StoreFault) -> Bool {
    let excess = try usedBytes() - bytes
    let tooMany = try totals().count - count
    guard excess > 0 || tooMany > 0 else { return true }
    try apply(takeTouches())
    return try evictSome(bytes: excess, entries: tooMany, atMost: Self.step) == 0
  }

  /// How many were removed.
  private func evictSome(bytes: Int, entries: Int, atMost most: Int) throws(StoreFault) -> Int {
    var rows: [StoreRow] = []
    try connection.statement("SELECT \(StoreRow.columns) FROM entries ORDER BY used LIMIT ?1").bind(1, most)
      .each { rows.append(StoreRow($0)) }
    var freed = 0
    for (index, row) in rows.enumerated() {
      try delete(row)
      freed += row.size
      if freed >= bytes, index + 1 >= entries { return index + 1 }
    }
    return rows.count
  }

  /// Gives free pages of the index back to the file system.
  private func giveBackPages(_ bytes: Int) throws(StoreFault) {
    guard try freePages() > 0 else { return }
    let before = try pages()
    try connection.execute("PRAGMA incremental_vacuum(\(bytes / StoreBudget.page + 1))")
    pagesGivenBack += max(0, before - (try pages()))
  }

  /// Gives free space back until no more than `bytes` are held, or no body fits into the holes that are left. In steps.
  ///
  /// - Returns: `true` when there is nothing more to do.
  func compact(toBytes bytes: Int) throws(StoreFault) -> Bool {
    let excess = try heldBytes() - bytes
    guard excess > 0 else { return true }
    let totals = try totals()
    if totals.packEnd > totals.packUsed {
      let free = min(totals.packEnd - totals.packUsed, excess / StoreBudget.page + 1)
      if try shortenPack(by: free, atMost: Self.step, dropsMisfits: false) { return false }
    }
    try giveBackPages(excess)
    return true
  }

  /// Removes entries that have not been used within the age limit, some in each write.
  ///
  /// A date in the future says that the clock was set back since: that entry counts as used now, so that it neither
  /// stays for ever nor goes at once.
  ///
  /// - Returns: how many.
  private func evictAged(now: Int64) throws(StoreFault) -> Int {
    guard let age = budget.age else { return 0 }
    try apply(takeTouches())
    var aged: [StoreRow] = []
    var early: [Int64] = []
    try connection.statement("SELECT \(StoreRow.columns), usedAt FROM entries ORDER BY used LIMIT 32").each { row in
      let date = row.integer64(4)
      if date > now { early.append(row.integer64(0)) } else if date < now - age { aged.append(StoreRow(row)) }
    }
    for id in early {
      try connection.statement("UPDATE entries SET usedAt = ?2 WHERE id = ?1").bind(1, id).bind(2, now).run()
    }
    for row in aged { try delete(row) }
    return aged.count
  }
}
