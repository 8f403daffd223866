public import Alula
import Foundation

// The disk is full, or is taken away, at a moment that a test decides.
extension FaultyStore {
  /// Refuses every change from now on with that `errno`, until `heal()`: `EROFS` is a file system that turned read-only.
  /// The same for every user, root too.
  public func refuseChanges(_ code: Int32) {
    trouble.withLock { trouble in
      trouble.code = code
      trouble.room = nil
    }
  }

  /// Refuses every change from now on (`EROFS`), until `heal()`.
  public func makeReadOnly() { refuseChanges(EROFS) }

  /// Lets the disk be full (`ENOSPC`) once that much more was written, until `heal()`. Counts bytes of bodies and what
  /// goes into the index with them.
  public func fill(after room: ByteCount = .zero) {
    trouble.withLock { trouble in
      trouble.code = ENOSPC
      trouble.room = room.bytes
    }
  }

  /// There is space again, and changes are allowed.
  public func heal() {
    trouble.withLock { trouble in
      trouble.code = 0
      trouble.room = nil
      trouble.changesUntilRemoval = nil
    }
  }

  /// Sets the clock forward, or back, from where it is.
  public func moveClock(by duration: Duration) { trouble.withLock { $0.clock += duration } }
}

/// What the next changes of a store meet.
struct DiskTrouble {
  /// What changes fail with that are refused, or find no room; 0 for none.
  var code: Int32 = 0
  /// Bytes that may still be written; with `nil` the code refuses everything.
  var room: Int?
  var changesUntilRemoval: Int?
  var clock = Duration.zero

  mutating func meet(_ change: StoreHooks.Change) -> (code: Int32, removesDirectory: Bool) {
    let removes = changesUntilRemoval == 0
    changesUntilRemoval = removes ? nil : changesUntilRemoval.map { $0 - 1 }
    return (refusal(change), removes)
  }

  private mutating func refusal(_ change: StoreHooks.Change) -> Int32 {
    guard code != 0, let left = room else { return code }
    switch change {
    case .open, .create: return 0
    case .write(let bytes), .index(let bytes):
      guard bytes <= left, left > 0 else { return code }
      room = left - bytes
      return 0
    }
  }
}
