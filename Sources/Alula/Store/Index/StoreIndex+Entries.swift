import Foundation

/// What goes into a row.
struct StoreDraft {
  let key: StoreKey
  let variant: String
  let partition: String
  let label: String
  let metadata: [UInt8]
  let length: Int
  let digest: ContentDigest
  let body: Body

  enum Body {
    case inline(Data)
    /// To be written into the pack.
    case packed(Data)
    case file(BodyName)
  }
}

/// What removing a row needs to know of it.
struct StoreRow {
  let id: Int64
  let file: BodyName?
  /// Where it is in the pack.
  let place: Int?
  /// What it takes, about.
  let size: Int

  static let columns = "id, file, size, place"

  /// Reads `columns`.
  init(_ row: SQLiteStatement) {
    id = row.integer64(0)
    file = row.isNull(1) ? nil : BodyName(row.text(1))
    size = min(max(0, row.integer(2)), 1 << 50)
    // One that no pack can have belongs to no extent either.
    place = row.isNull(3) ? nil : min(max(0, row.integer(3)), StoreTotals.placesInPack.upperBound)
  }
}

/// That an entry was used.
struct StoreTouch {
  let id: Int64
  /// Milliseconds since 1970.
  let date: Int64
}

extension StoreIndex {
  /// Adds an entry in the place of the one with its key and variant. Room for it must have been made.
  func insert(_ draft: StoreDraft, size: Int, now: Int64) throws(StoreFault) -> StoreEntry {
    let id = try nextNumber()
    var file: BodyName?
    var place: Int?
    switch draft.body {
    case .file(let name): file = name
    case .packed(let bytes): place = try pack(bytes, for: id)
    case .inline(let bytes):
      try connection.statement("INSERT INTO bodies(id, bytes) VALUES (?1, ?2)").bind(1, id).bind(2, bytes).run()
    }
    try connection.statement(
      """
      INSERT INTO entries(
        id, key, variant, partition, label, metadata, length, digest, file, place, size, used, storedAt, usedAt)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?1, ?12, ?12)
      """
    ).bind(1, id).bind(2, draft.key.bytes).bind(3, draft.variant).bind(4, draft.partition).bind(5, draft.label)
      .bind(6, draft.metadata).bind(7, draft.length).bind(8, draft.digest.bytes).bind(9, file?.text).bind(10, place)
      .bind(11, size).bind(12, now).run()
    try changeTotals { totals in
      totals.count += 1
      if file != nil { totals.files += size }
    }
    return StoreEntry(
      id: id, key: draft.key, variant: draft.variant, partition: draft.partition, label: draft.label,
      metadata: draft.metadata, length: draft.length, digest: draft.digest, file: file, place: place, inline: nil,
      storedAt: now, usedAt: now)
  }

  private func pack(_ body: Data, for entry: Int64) throws(StoreFault) -> Int {
    let blocks = Self.blocks(body.count)
    let place = try allocate(blocks, for: entry, in: hole(blocks))
    try writePacked(body, at: place)
    try changeTotals { $0.packUsed += blocks }
    return place
  }

  /// Removes a row with its body. A row that is not there is removed already.
  func delete(_ row: StoreRow) throws(StoreFault) {
    try connection.statement("DELETE FROM entries WHERE id = ?1").bind(1, row.id).run()
    guard connection.changes == 1 else { return }
    if let file = row.file {
      try release(file)
    } else if let place = row.place {
      let blocks = try connection.statement("SELECT blocks FROM extents WHERE start = ?1 AND entry = ?2").bind(1, place)
        .bind(2, row.id).first { min(max(0, $0.integer(0)), 1 << 45) }
      if let blocks {
        freed.append(place)
        try changeTotals { $0.packUsed -= blocks }
      }
    } else {
      try connection.statement("DELETE FROM bodies WHERE id = ?1").bind(1, row.id).run()
    }
    try changeTotals { totals in
      totals.count -= 1
      if row.file != nil { totals.files -= row.size }
    }
  }

  func row(_ key: StoreKey, _ variant: String) throws(StoreFault) -> StoreRow? {
    try connection.statement("SELECT \(StoreRow.columns) FROM entries WHERE key = ?1 AND variant = ?2")
      .bind(1, key.bytes).bind(2, variant).first { StoreRow($0) }
  }

  func row(_ id: Int64) throws(StoreFault) -> StoreRow? {
    try connection.statement("SELECT \(StoreRow.columns) FROM entries WHERE id = ?1").bind(1, id).first { StoreRow($0) }
  }

  /// The row of an entry, unless it is gone. Key and digest too are compared: an index that was made anew counts from
  /// one again.
  func row(_ entry: StoreEntry) throws(StoreFault) -> StoreRow? {
    try connection.statement("SELECT \(StoreRow.columns) FROM entries WHERE id = ?1 AND key = ?2 AND digest = ?3")
      .bind(1, entry.id).bind(2, entry.key.bytes).bind(3, entry.digest.bytes).first { StoreRow($0) }
  }

  /// The body of a row that was found within this transaction: nobody moves or replaces it now.
  func load(_ row: StoreRow, of entry: StoreEntry) throws(StoreFault) -> BodyFile.Outcome {
    try entry.load(file: row.file, place: row.place, folder, budget, pack: pack) { () throws(StoreFault) in
      try connection.statement("SELECT bytes FROM bodies WHERE id = ?1").bind(1, row.id).first { found in
        found.withBytes(0) { Data($0) }
      }
    }
  }

  func rows(_ key: StoreKey) throws(StoreFault) -> [StoreRow] {
    var rows: [StoreRow] = []
    try connection.statement("SELECT \(StoreRow.columns) FROM entries WHERE key = ?1").bind(1, key.bytes)
      .each { rows.append(StoreRow($0)) }
    return rows
  }

  /// Some rows of a partition.
  func rows(partition: String, count: Int) throws(StoreFault) -> [StoreRow] {
    // The first form can use the index of partitions, which leaves out the shared one.
    let clause = partition.isEmpty ? "partition = ''" : "partition = ?1 AND partition <> ''"
    let statement = try connection.statement("SELECT \(StoreRow.columns) FROM entries WHERE \(clause) LIMIT \(count)")
    if !partition.isEmpty { statement.bind(1, partition) }
    var rows: [StoreRow] = []
    try statement.each { rows.append(StoreRow($0)) }
    return rows
  }

  /// The same body with new metadata. `false` when the entry is gone.
  func update(_ entry: StoreEntry, metadata: [UInt8]) throws(StoreFault) -> Bool {
    try connection.statement("UPDATE entries SET metadata = ?4 WHERE id = ?1 AND key = ?2 AND digest = ?3")
      .bind(1, entry.id).bind(2, entry.key.bytes).bind(3, entry.digest.bytes).bind(4, metadata).run()
    return connection.changes == 1
  }

  /// Notes accesses, in the order in which they happened.
  func apply(_ touches: [StoreTouch]) throws(StoreFault) {
    for touch in touches {
      let order = try nextNumber()
      try connection.statement("UPDATE entries SET used = ?2, usedAt = ?3 WHERE id = ?1")
        .bind(1, touch.id).bind(2, order).bind(3, touch.date).run()
    }
  }

  func setNote(_ name: String, _ bytes: [UInt8]) throws(StoreFault) {
    try connection.statement("INSERT OR REPLACE INTO notes(name, bytes) VALUES (?1, ?2)").bind(1, name).bind(2, bytes)
      .run()
  }
}
