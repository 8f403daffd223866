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
  /// Where the store is: a folder `cache` in a temporary folder that holds nothing else. The store makes it when it is
  /// first used.
  public let directory: URL
  let trouble = Locked(DiskTrouble())
  private let limits: DiskStore.Limits
  private let parent: URL
  private let opened = Locked<DiskStore?>(nil)
  private let said = Locked<[String]>([])

  /// A store with these limits, in a new directory.
  ///
  /// - Parameter place: where the temporary folder is made; by default where the system wants such folders.
  public init(in place: URL? = nil, limits: DiskStore.Limits = DiskStore.Limits()) {
    self.limits = limits
    parent = (place ?? FileManager.default.temporaryDirectory).appending(component: "alula-\(UUID().uuidString)")
    directory = parent.appending(component: "cache", directoryHint: .isDirectory)
    // Without it the store stands aside, and the test that uses it says so.
    try? FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
  }

  deinit {
    close()
    try? FileManager.default.removeItem(at: parent)
  }

  /// The store that is in use; made when it is asked for.
  public var store: DiskStore {
    opened.withLock { opened in
      if let opened { return opened }
      let made = open(limits)
      opened = made
      return made
    }
  }

  /// Another store in the same directory: what a second process has, or this one after a restart. It has the same
  /// faults.
  public func another(limits: DiskStore.Limits? = nil) -> DiskStore { open(limits ?? self.limits) }

  /// Lets go of the store, as when a process ends in order: what it held in memory is written, provided that nobody
  /// else holds it. Waits for what it does behind.
  public func close() {
    let store = opened.withLock { opened in
      defer { opened = nil }
      return opened
    }
    store?.settle()
  }

  /// Lets go of the store, and gives a new one over the same directory, as after a restart.
  @discardableResult public func reopen() -> DiskStore {
    close()
    return store
  }

  private func open(_ limits: DiskStore.Limits) -> DiskStore {
    let hooks = StoreHooks(
      now: { [trouble] in Date() + TimeInterval(trouble.withLock { $0.clock }.components.seconds) },
      refusal: { [trouble, directory] change in
        let turn = trouble.withLock { $0.meet(change) }
        if turn.removesDirectory { try? FileManager.default.removeItem(at: directory) }
        return turn.code
      })
    let store = DiskStore(directory: directory, limits: limits, hooks: hooks)
    store.onNotice { [said] text in said.withLock { $0.append(text) } }
    return store
  }

  /// What the stores said about themselves.
  public func notices() async -> [String] {
    // They speak on their own queue; what they said before has arrived when it answers.
    _ = await store.statistics()
    return said.withLock { $0 }
  }
}
