import Dispatch
package import Foundation

// What the pipeline uses. All of these block, on the disk and for two seconds at most on another process; none throws.
extension DiskStore {
  /// The entries of a key, the newest first.
  package func entries(for key: StoreKey) -> [StoreEntry] {
    let found = read { side throws(StoreFault) in try side.entries(key) } ?? []
    let fresh = found.filter { !isAged($0) }
    if fresh.isEmpty { counters.withLock { $0.misses += 1 } }
    return fresh
  }

  private func isAged(_ entry: StoreEntry) -> Bool {
    guard let age = budget.age else { return false }
    return entry.usedAt < folder.hooks.milliseconds - age
  }

  /// The body, whole and as it was written: its length and its checksum are compared. A damaged one is removed. Counts
  /// as a use.
  /// - Parameter ifDamaged: called when it was damaged, and not only replaced or evicted since.
  package func body(of entry: StoreEntry, ifDamaged: () -> Void = {}) -> Data? {
    let outcome = load(entry)
    guard case .body(let bytes) = outcome else {
      counters.withLock { $0.misses += 1 }
      if case .damaged = outcome { ifDamaged() }
      return nil
    }
    counters.withLock { $0.hits += 1 }
    touch(entry)
    return bytes
  }

  /// The body, verified. What was moved since its row was read is found again; what was replaced or removed is not
  /// damaged but `unreadable`. A damaged one is removed.
  func load(_ entry: StoreEntry) -> BodyFile.Outcome {
    let outcome = loadOnce(entry)
    guard case .damaged = outcome else { return outcome }
    endSnapshot()
    let rows = read { side throws(StoreFault) in try side.entries(entry.key) }
    if let rows {
      guard let current = rows.first(where: { $0.isSame(as: entry) }) else { return .unreadable }
      if current.place != entry.place, case .body(let bytes) = loadOnce(current) { return .body(bytes) }
    }
    // It may have been moved again, or be in a pack that took the place of ours. Nobody can move it within a transaction.
    return write { index throws(StoreFault) in
      guard let row = try index.row(entry) else { return .unreadable }
      let outcome = try index.load(row, of: entry)
      if case .damaged = outcome { try index.delete(row) }
      return outcome
    } ?? .unreadable
  }

  private func loadOnce(_ entry: StoreEntry) -> BodyFile.Outcome {
    entry.load(file: entry.file, place: entry.place, folder, budget, pack: packs.withLock { $0 }) {
      entry.inline ?? read { side throws(StoreFault) in try side.body(entry.id) }
    }
  }

  private func touch(_ entry: StoreEntry) {
    let now = folder.hooks.milliseconds
    switch touches.withLock({ $0.add(entry.id, now) }) {
    case .known: break
    case .now: queue.async { [weak self] in self?.noteTouches() }
    case .later: queue.asyncAfter(deadline: .now() + StoreTouches.delay) { [weak self] in self?.noteTouches() }
    }
  }

  private func noteTouches() {
    _ = write { index throws(StoreFault) in
      // They can wait; a log that nobody can empty must not grow for their sake.
      if index.isLogShort { try index.apply(index.takeTouches()) }
    }
  }

  /// What takes the bytes of a new entry; `nil` when the store stands aside, when its limit is nothing, or when a text is
  /// longer than 64 KB. Of two writers for one key and variant the one that commits last stays.
  package func makeWriter(for key: StoreKey, variant: String, partition: String, label: String) -> StoreWriter? {
    guard !budget.isNothing, [variant, partition, label].allSatisfy({ $0.utf8.count <= StoreBudget.textLimit })
    else { return nil }
    let isOpen: Void? = write { _ throws(StoreFault) in }
    guard isOpen != nil else { return nil }
    return StoreWriter(self, key: key, variant: variant, partition: partition, label: label)
  }

  /// The same body with new metadata. `false` when the entry is gone, or the store stands aside.
  package func update(_ entry: StoreEntry, metadata: [UInt8]) -> Bool {
    guard metadata.count <= StoreBudget.metadataLimit else { return false }
    let need = StoreNeed(inline: max(0, metadata.count - entry.metadata.count))
    return write(making: need) { index throws(StoreFault) in try index.update(entry, metadata: metadata) } ?? false
  }

  /// Removes an entry with its body.
  package func remove(_ entry: StoreEntry) {
    _ = write { index throws(StoreFault) in
      if let row = try index.row(entry) { try index.delete(row) }
    }
  }

  /// Removes every entry of a key.
  package func remove(_ key: StoreKey) {
    _ = write { index throws(StoreFault) in
      for row in try index.rows(key) { try index.delete(row) }
    }
  }

  /// A small value kept beside the entries; not counted among them, gone when the index is.
  package func note(_ name: String) -> [UInt8]? {
    read { side throws(StoreFault) in
      try side.connection?.statement("SELECT bytes FROM notes WHERE name = ?1").bind(1, name).first { $0.bytes(0) }
    }
  }

  /// Sets such a value.
  package func setNote(_ name: String, _ bytes: [UInt8]) {
    guard bytes.count <= StoreBudget.metadataLimit, name.utf8.count <= StoreBudget.textLimit else { return }
    _ = write(making: StoreNeed(inline: bytes.count)) { index throws(StoreFault) in try index.setNote(name, bytes) }
  }
}
