public import Alula
public import Foundation

/// A disk store in a directory of its own, and what goes wrong with disks. The directory is removed with it. Any
/// thread; blocks.
///
/// ```swift
/// let faulty = FaultyStore()
/// let pipeline = ImagePipeline(/* with faulty.store */)
/// …                                   // load a picture
/// faulty.cutBodies()                  // what a crash of the system can leave
/// …                                   // load it again: it comes from the network, whole
/// ```
public final class FaultyStore: Sendable {
  private struct State {
    var isReadOnly = false
    /// Bytes that may still be written; `nil` for any number.
    var room: Int?
    var clock = Duration.zero
    var notices: [String] = []

    mutating func refusal(_ change: StoreHooks.Change) -> Int32 {
      if isReadOnly { return EROFS }
      let bytes: Int =
        switch change {
        case .open, .create: 0
        case .write(let bytes), .index(let bytes): bytes
        }
      guard let left = room, bytes > 0 else { return 0 }
      guard bytes <= left else { return ENOSPC }
      room = left - bytes
      return 0
    }
  }

  /// Where the store is.
  public let directory: URL
  /// The store.
  public let store: DiskStore
  private let state: Locked<State>

  /// A store with these limits, in a new directory.
  public init(limits: DiskStore.Limits = DiskStore.Limits()) {
    let state = Locked(State())
    let directory = FileManager.default.temporaryDirectory.appending(component: "alula-store-\(UUID().uuidString)")
    self.state = state
    self.directory = directory
    store = Self.open(directory, limits, state)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// Another store in the same directory: what a second process has, or this one after a restart. It has the same
  /// faults.
  public func another(limits: DiskStore.Limits? = nil) -> DiskStore {
    Self.open(directory, limits ?? store.limits, state)
  }

  private static func open(_ directory: URL, _ limits: DiskStore.Limits, _ state: Locked<State>) -> DiskStore {
    let hooks = StoreHooks(
      now: { Date() + TimeInterval(state.withLock { $0.clock }.components.seconds) },
      refusal: { change in state.withLock { $0.refusal(change) } })
    let store = DiskStore(directory: directory, limits: limits, hooks: hooks)
    store.onNotice { text in state.withLock { $0.notices.append(text) } }
    return store
  }

  /// What the stores said about themselves.
  public func notices() async -> [String] {
    // They speak on their own queue; what they said before has arrived when it answers.
    _ = await store.statistics()
    return state.withLock { $0.notices }
  }

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

  /// Removes the directory with everything in it, as "clear storage" does.
  public func removeDirectory() { try? FileManager.default.removeItem(at: directory) }

  /// Overwrites the index.
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

  /// Refuses every change from now on (`EROFS`), until `makeWritable()`.
  public func makeReadOnly() { state.withLock { $0.isReadOnly = true } }

  /// Allows changes again.
  public func makeWritable() { state.withLock { $0.isReadOnly = false } }

  /// Lets the disk be full (`ENOSPC`) once that much more was written, until `makeSpace()`.
  public func fill(after room: ByteCount = .zero) { state.withLock { $0.room = room.bytes } }

  /// There is space again.
  public func makeSpace() { state.withLock { $0.room = nil } }

  /// Sets the clock forward, or back, from where it is.
  public func moveClock(by duration: Duration) { state.withLock { $0.clock += duration } }
}
