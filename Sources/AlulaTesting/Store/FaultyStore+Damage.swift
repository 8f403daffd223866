public import Alula
import Foundation

// What lies on the disk is not what was written.
extension FaultyStore {
  /// Takes the last bytes of every body away.
  public func cutBodies(by count: ByteCount = .bytes(10)) { store.damageBodies { $0.dropLast(count.bytes) } }

  /// Turns one bit in the middle of every body.
  public func flipBits() {
    store.damageBodies { body in
      var body = body
      if !body.isEmpty { body[body.startIndex + body.count / 2] ^= 1 }
      return body
    }
  }

  /// Removes every body; the index still lists them.
  public func removeBodies() { store.damageBodies { _ in nil } }

  /// Removes the directory with everything in it, as "clear storage" does; works while the store is in use.
  public func removeDirectory() { try? FileManager.default.removeItem(at: directory) }

  /// Removes the whole directory right before the change of that number, counted from 0, which goes on all the same. A
  /// write of one body is two to eight changes.
  public func removeDirectory(beforeChange number: Int) { trouble.withLock { $0.changesUntilRemoval = number } }

  /// Overwrites the index and its log.
  public func damageIndex() {
    for name in ["index.sqlite", "index.sqlite-wal"] {
      let path = directory.appending(component: name).path
      guard let file = FileHandle(forUpdatingAtPath: path), let length = try? file.seekToEnd() else { continue }
      try? file.seek(toOffset: 0)
      try? file.write(contentsOf: Data(repeating: 0x5A, count: Int(length)))
      try? file.close()
    }
  }

  /// Lets the index say that it is of another version of this package.
  public func setSchemaVersion(_ version: Int) { store.setSchemaVersion(version) }
}
