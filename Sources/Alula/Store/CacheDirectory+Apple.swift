#if canImport(Darwin)
  package import Foundation

  // The environment says nothing here.
  extension CacheDirectory {
    package static func caches(_ environment: [String: String]) -> URL? { first(.cachesDirectory) }

    package static func data(_ environment: [String: String]) -> URL? { first(.documentDirectory) }

    package static func temporary(_ environment: [String: String]) -> URL? { FileManager.default.temporaryDirectory }

    private static func first(_ place: FileManager.SearchPathDirectory) -> URL? {
      FileManager.default.urls(for: place, in: .userDomainMask).first
    }
  }
#endif
