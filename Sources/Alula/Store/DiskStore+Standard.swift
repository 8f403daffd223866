import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension DiskStore {
  /// The store of this process' name in the user's directory for caches, with the default limits. Opened at first use;
  /// where there is no home directory it stands aside.
  public static let standard: DiskStore = {
    guard let place = CacheDirectory.caches() else {
      return DiskStore(
        directory: URL(filePath: "/"), hooks: StoreHooks(refusal: { _ in EACCES }))
    }
    return DiskStore(directory: place.appending(component: "Alula", directoryHint: .isDirectory))
  }()
}
