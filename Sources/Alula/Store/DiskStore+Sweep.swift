import Dispatch
import Foundation

extension DiskStore {
  /// Removes the bodies of an index that is no more. Runs behind, once after an index was made: nothing names those
  /// files, so the directory is listed here, and nowhere else without being asked.
  func sweep() {
    _ = write { index throws(StoreFault) in
      // Within the transaction: the files of an index that came after this one must not be among those that are removed.
      // Not waited for as long as elsewhere: who opens the store has that lock, and may wait for this transaction.
      guard let lock = try folder.lockedSoon() else {
        return queue.asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in self?.sweep() }
      }
      defer { withExtendedLifetime(lock) {} }
      guard index.isInPlace else { return }
      let contents = folder.contents()
      for name in contents.bodies where name.epoch != index.epoch { folder.remove(name) }
      for name in contents.packs where name.epoch != index.epoch { folder.remove(name) }
      try index.connection.execute("UPDATE totals SET isSwept = 1")
    }
  }
}
