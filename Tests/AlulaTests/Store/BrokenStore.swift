import Alula
import AlulaTesting
import Foundation

/// A disk store in a directory of its own, and the ways in which disks break it. The directory is removed with this object.
///
/// Where a body lies depends on its length: up to 4 KB in the index, up to 128 KB in the pack, longer ones in a file of their own.
final class BrokenStore: Sendable {
  /// Where the store is: a folder `cache` in a temporary folder that holds nothing else.
  let directory: URL
  /// The limits of each store made here.
  let limits: DiskStore.Limits

  let trouble = Locked(Trouble())
  private let parent: URL
  private let opened = Locked<DiskStore?>(nil)

  /// Makes the temporary folder; the store makes its own directory when it is first used.
  ///
  /// - Parameter place: where the temporary folder is made; by default where the system wants such folders.
  init(in place: URL? = nil, limits: DiskStore.Limits = DiskStore.Limits()) throws {
    self.limits = limits
    parent = (place ?? FileManager.default.temporaryDirectory).appending(component: "alula-\(UUID().uuidString)")
    directory = parent.appending(component: "cache", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
  }

  deinit {
    close()
    try? FileManager.default.removeItem(at: parent)
  }

  /// The store that is in use; the first one is made when it is asked for.
  var store: DiskStore {
    opened.withLock { opened in
      if let opened { return opened }
      let made = make()
      opened = made
      return made
    }
  }

  /// Lets go of the store, as when a process ends in order: what it held in memory is written, provided that nobody else holds it.
  /// Waits for what the store does behind.
  func close() {
    let store = opened.withLock { opened in
      defer { opened = nil }
      return opened
    }
    store?.settle()
  }

  /// Lets go of the store, and gives a new one over the same directory, as after a restart.
  @discardableResult func reopen() -> DiskStore {
    close()
    return store
  }

  private func make() -> DiskStore {
    let hooks = StoreHooks(refusal: { [trouble, directory] change in
      let turn = trouble.withLock { $0.meet(change) }
      if turn.removesDirectory { try? FileManager.default.removeItem(at: directory) }
      return turn.code
    })
    return DiskStore(directory: directory, limits: limits, hooks: hooks)
  }
}
