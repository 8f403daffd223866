package import Foundation

// For `FaultyStore`: what goes wrong on a disk, done to a store on purpose.
extension DiskStore {
  /// Puts other bytes in the place of every body, behind the index' back. `nil`: the body is gone.
  package func damageBodies(_ change: (Data) -> Data?) {
    var last: Int64 = 0
    while let entries = page(after: last, partition: nil, count: 64), let final = entries.last {
      for entry in entries {
        guard case .body(let bytes) = load(entry) else { continue }
        put(change(bytes), inPlaceOf: entry)
      }
      last = final.id
    }
  }

  private func put(_ bytes: Data?, inPlaceOf entry: StoreEntry) {
    if let file = entry.file {
      try? FileManager.default.removeItem(atPath: folder.body(file))
      if let bytes { _ = FileManager.default.createFile(atPath: folder.body(file), contents: bytes) }
      return
    }
    _ = write { index throws(StoreFault) in
      guard let place = entry.place else {
        try index.connection.statement("DELETE FROM bodies WHERE id = ?1").bind(1, entry.id).run()
        guard let bytes else { return }
        try index.connection.statement("INSERT INTO bodies(id, bytes) VALUES (?1, ?2)").bind(1, entry.id).bind(2, bytes)
          .run()
        return
      }
      // What is missing was never written.
      let rest = Data(count: max(0, entry.length - (bytes?.count ?? 0)))
      try index.writePacked((bytes ?? Data()) + rest, at: place)
    }
  }

  /// Says that the index is of another version, as after an update of the app or back.
  package func setSchemaVersion(_ version: Int) {
    _ = write { index throws(StoreFault) in
      try index.connection.execute("PRAGMA user_version = \(version)")
    }
  }
}
