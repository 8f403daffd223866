package import Foundation

extension DiskStore {
  /// What a directory holds.
  package enum Presence: Equatable, Sendable {
    /// No store.
    case absent
    /// Something that cannot be used, and is left as it is: why, without a full stop.
    case closed(String)
    /// What is left of a store without its index: bodies that nothing names.
    case indexMissing
    /// A store.
    case present
  }

  /// Whether a directory holds a store. Looks, and makes nothing: a store that is opened in a folder of other files would make that folder its
  /// own. A directory without an index is listed.
  package static func presence(in directory: URL) -> Presence {
    let folder = StoreFolder(directory, hooks: StoreHooks())
    do throws(StoreFault) {
      try folder.checkOwner()
      guard folder.identityOfIndex == nil else { return .present }
      _ = try folder.listed()
      return folder.hasSigns ? .indexMissing : .absent
    } catch { return .closed(error.reason) }
  }
}
