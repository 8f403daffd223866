package import Foundation

extension DiskStore {
  /// Whether a directory holds a store. Looks, and makes nothing: a store that is opened in a folder of other files would make that folder its
  /// own.
  package static func isPresent(in directory: URL) -> Bool {
    FileManager.default.fileExists(atPath: StoreFolder(directory, hooks: StoreHooks()).index)
  }
}
