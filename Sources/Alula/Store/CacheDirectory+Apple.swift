#if canImport(Darwin)
  import Foundation

  extension CacheDirectory {
    static func cachesRoot(_ environment: [String: String]) -> URL? {
      FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
    }

    static func documentsRoot(_ environment: [String: String]) -> URL? {
      FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first
    }
  }
#endif
