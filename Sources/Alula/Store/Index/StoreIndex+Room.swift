extension StoreIndex {
  /// What bodies and the pages in use take.
  func usedBytes() throws(StoreFault) -> Int {
    try totals().files + (pages() - freePages()) * StoreBudget.page
  }

  /// What bodies and the file of the index take.
  func heldBytes() throws(StoreFault) -> Int { try totals().files + pages() * StoreBudget.page }

  private func pages() throws(StoreFault) -> Int { try connection.number("PRAGMA page_count") }

  private func freePages() throws(StoreFault) -> Int { try connection.number("PRAGMA freelist_count") }

  /// Makes room for `files` bytes of body files, `inline` bytes in the index and `entries` more entries: what has not been used for the
  /// longest time goes.
  ///
  /// - Throws: `refused` when that is more than the store may hold at all.
  func makeRoom(files: Int, inline: Int, entries: Int = 0, now: Int64) throws(StoreFault) {
    try folder.hooks.allow(.index(bytes: inline))
    try evictAged(now: now)
    try evict(toBytes: budget.content - files - inline, toCount: budget.entries - entries)
    try shrink(toBytes: budget.content - files, with: inline)
  }

  /// Removes the least recently used entries until no more than `bytes` are in use by no more than `count` entries.
  func evict(toBytes bytes: Int, toCount count: Int) throws(StoreFault) {
    guard bytes >= 0, count >= 0 else { throw StoreFault(.refused, "larger than the limit") }
    var isOrderKnown = false
    while true {
      let excess = try usedBytes() - bytes
      let tooMany = try totals().count - count
      guard excess > 0 || tooMany > 0 else { return }
      if !isOrderKnown {
        try apply(takeTouches())
        isOrderKnown = true
      }
      guard try evictSome(bytes: excess, entries: tooMany, atMost: 32) > 0 else {
        throw StoreFault(.refused, "nothing is left to evict")
      }
    }
  }

  /// The same for at most so many entries. `true` when no more need to go, or can.
  func evict(toBytes bytes: Int, toCount count: Int, atMost most: Int) throws(StoreFault) -> Bool {
    let excess = try usedBytes() - bytes
    let tooMany = try totals().count - count
    guard excess > 0 || tooMany > 0 else { return true }
    try apply(takeTouches())
    return try evictSome(bytes: excess, entries: tooMany, atMost: most) == 0
  }

  /// How many were removed.
  private func evictSome(bytes: Int, entries: Int, atMost most: Int) throws(StoreFault) -> Int {
    var rows: [StoreRow] = []
    try connection.statement("SELECT id, file, size FROM entries ORDER BY used LIMIT ?1").bind(1, most)
      .each { rows.append(StoreRow($0)) }
    var freed = 0
    for (index, row) in rows.enumerated() {
      try delete(row)
      freed += row.size
      if freed >= bytes, index + 1 >= entries { return index + 1 }
    }
    return rows.count
  }

  /// Gives free pages back to the file system, as far as the file of the index would be too large otherwise. `inline` bytes are about to
  /// be put into free pages.
  func shrink(toBytes bytes: Int, with inline: Int) throws(StoreFault) {
    let free = try freePages()
    let growth = max(0, inline - free * StoreBudget.page)
    let excess = try heldBytes() + growth - bytes
    guard excess > 0, free > 0 else { return }
    try connection.execute("PRAGMA incremental_vacuum(\(excess / StoreBudget.page + 1))")
  }

  /// Removes entries that have not been used within the age limit, some in each write.
  ///
  /// A date in the future says that the clock was set back since: that entry counts as used now, so that it neither stays for ever nor
  /// goes at once.
  func evictAged(now: Int64) throws(StoreFault) {
    guard let age = budget.age else { return }
    var aged: [StoreRow] = []
    var early: [Int64] = []
    try connection.statement("SELECT id, file, size, usedAt FROM entries ORDER BY used LIMIT 32").each { row in
      let date = row.integer64(3)
      if date > now { early.append(row.integer64(0)) } else if date < now - age { aged.append(StoreRow(row)) }
    }
    guard !aged.isEmpty || !early.isEmpty else { return }
    let touches = takeTouches()
    try apply(touches)
    let touched = Set(touches.map(\.id))
    for id in early {
      try connection.statement("UPDATE entries SET usedAt = ?2 WHERE id = ?1").bind(1, id).bind(2, now).run()
    }
    for row in aged where !touched.contains(row.id) { try delete(row) }
  }
}
