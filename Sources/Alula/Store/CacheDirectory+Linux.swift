#if os(Linux)
  package import Foundation

  extension CacheDirectory {
    package static func caches(_ environment: [String: String]) -> URL? {
      absolute(environment["XDG_CACHE_HOME"]) ?? absolute(environment["HOME"])?.appending(path: ".cache")
    }

    package static func data(_ environment: [String: String]) -> URL? {
      absolute(environment["XDG_DATA_HOME"]) ?? absolute(environment["HOME"])?.appending(path: ".local/share")
    }

    package static func temporary(_ environment: [String: String]) -> URL? {
      absolute(environment["TMPDIR"]) ?? URL(filePath: "/tmp", directoryHint: .isDirectory)
    }

    /// "All paths set in these environment variables must be absolute. If an implementation encounters a relative path
    /// in any of these variables it should consider the path invalid and ignore it."
    private static func absolute(_ path: String?) -> URL? {
      guard let path, path.hasPrefix("/") else { return nil }
      return URL(filePath: path, directoryHint: .isDirectory)
    }
  }
#endif
