import Alula
import AlulaTesting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

// The disk is full, or is taken away, at a moment that a test decides.
extension BrokenStore {
  /// After so many bytes more the disk is full (ENOSPC). Counts bytes of bodies and what goes into the index with them.
  func fill(after space: ByteCount = .zero) {
    trouble.withLock { trouble in
      trouble.space = space.bytes
      trouble.code = ENOSPC
    }
  }

  /// Each change of what the disk holds fails with that `errno`, as `EROFS` on a file system that turned read-only. The same for every user,
  /// root too.
  func refuseChanges(_ code: Int32) {
    trouble.withLock { trouble in
      trouble.space = -1
      trouble.code = code
    }
  }

  /// There is space again, and changes are allowed.
  func heal() { trouble.withLock { $0 = Trouble() } }

  /// Removes the whole directory right before the change of that number, counted from 0, which goes on all the same. A write of one body is
  /// two to eight changes.
  func removeDirectory(beforeChange number: Int) { trouble.withLock { $0.changesUntilRemoval = number } }
}

/// What the store's next changes meet.
struct Trouble {
  /// Bytes that still fit; below 0 no change is allowed, whatever it takes.
  var space = Int.max
  /// What changes fail with that find no space.
  var code: Int32 = 0
  var changesUntilRemoval: Int?

  mutating func meet(_ change: StoreHooks.Change) -> (code: Int32, removesDirectory: Bool) {
    let removes = changesUntilRemoval == 0
    changesUntilRemoval = removes ? nil : changesUntilRemoval.map { $0 - 1 }
    guard code != 0 else { return (0, removes) }
    switch change {
    case .open, .create: return (space < 0 ? code : 0, removes)
    case .write(let bytes), .index(let bytes):
      guard space >= bytes, space > 0 else { return (code, removes) }
      space -= bytes
      return (0, removes)
    }
  }
}
