import Foundation

extension DiskStore {
  /// Removes the bodies of an index that is no more. Runs behind, once after an index was made: nothing names those
  /// files, so the directory is listed here, and nowhere else without being asked.
  func sweep() {
    let epoch = write { index throws(StoreFault) in index.epoch }
    guard let epoch else { return }
    let contents = folder.contents()
    for name in contents.bodies where name.epoch != epoch { folder.remove(name) }
    for name in contents.packs where name.epoch != epoch { folder.remove(name) }
    _ = write { index throws(StoreFault) in
      try index.connection.statement("UPDATE totals SET isSwept = 1 WHERE epoch = ?1").bind(1, Int(epoch)).run()
    }
  }
}
