import Foundation

extension DiskStore {
  /// The store that pipelines use unless they are given another: `images` in the program's cache directory (`CacheDirectory.caches()`),
  /// with the default limits. Opened at its first use. `nil` when the user has no home directory: then nothing is kept on disk.
  public static let standard: DiskStore? = CacheDirectory.caches().map {
    DiskStore(directory: $0.appending(component: "images", directoryHint: .isDirectory))
  }
}
