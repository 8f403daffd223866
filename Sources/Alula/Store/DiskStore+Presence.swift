package import Foundation

extension DiskStore {
  /// What a directory holds.
  package enum Presence: Sendable {
    /// No store.
    case absent
    /// What is left of a store without its index: bodies that nothing names.
    case indexMissing
    /// A store.
    case present
  }

  /// Whether a directory holds a store. Looks, and makes nothing: a store that is opened in a folder of other files would make that folder its
  /// own. A directory without an index is listed.
  package static func presence(in directory: URL) -> Presence {
    let folder = StoreFolder(directory, hooks: StoreHooks())
    if folder.identityOfIndex != nil { return .present }
    let contents = folder.contents()
    let hasLog = FileManager.default.fileExists(atPath: folder.index + "-wal")
    return hasLog || !contents.bodies.isEmpty || !contents.packs.isEmpty ? .indexMissing : .absent
  }
}
