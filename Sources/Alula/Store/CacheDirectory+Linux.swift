#if !canImport(Darwin)
  import Foundation

  extension CacheDirectory {
    static func cachesRoot(_ environment: [String: String]) -> URL? {
      root(environment, "XDG_CACHE_HOME", below: ".cache")
    }

    static func documentsRoot(_ environment: [String: String]) -> URL? {
      root(environment, "XDG_DATA_HOME", below: ".local/share")
    }

    /// A relative path in a variable is to be ignored (XDG Base Directory Specification, version 0.8).
    private static func root(_ environment: [String: String], _ variable: String, below path: String) -> URL? {
      if let value = environment[variable], value.hasPrefix("/") {
        return URL(filePath: value, directoryHint: .isDirectory)
      }
      guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
      return URL(filePath: home, directoryHint: .isDirectory).appending(path: path, directoryHint: .isDirectory)
    }
  }
#endif
