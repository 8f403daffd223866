import Alula
import Foundation

/// Which cache a command uses, and how: `--cache DIR`, `--no-cache`, `--offline`, `--reload`, `--partition P`.
struct CacheChoice: Sendable {
  /// `nil` for none.
  let directory: URL?
  let policy: ImageRequest.CachePolicy
  let partition: CachePartition

  /// Where the tool keeps pictures unless it is told otherwise; `nil` without a home directory.
  static var standardDirectory: URL? {
    CacheDirectory.caches()?.appending(component: "images", directoryHint: .isDirectory)
  }

  init(_ arguments: inout Arguments) throws(UsageError) {
    let path = try arguments.takeValue("--cache")
    let isOff = arguments.takeFlag("--no-cache")
    let isOffline = arguments.takeFlag("--offline")
    let isReload = arguments.takeFlag("--reload")
    partition = try arguments.takeValue("--partition").map { CachePartition($0) } ?? .shared
    guard !isOff || (path == nil && !isOffline && !isReload && partition == .shared) else {
      throw UsageError(message: "--no-cache excludes --cache, --offline, --reload and --partition.")
    }
    guard !isOffline || !isReload else { throw UsageError(message: "--offline and --reload exclude each other.") }
    policy = isOffline ? .onlyCached : isReload ? .reload : .followHTTP
    directory = isOff ? nil : try path.map { path throws(UsageError) in try Self.own(path) } ?? Self.standardDirectory
  }

  /// A store of its own, not the shared one, so that it is closed before the tool ends and what was used is written down.
  var store: DiskStore? { directory.map { DiskStore(directory: $0) } }

  /// The directory after `--cache`.
  static func directory(_ path: String) throws(UsageError) -> URL {
    guard !path.isEmpty else { throw UsageError(message: "--cache needs a directory.") }
    return URL(fileURLWithPath: path, isDirectory: true)
  }

  /// A directory that a cache may have for itself.
  private static func own(_ path: String) throws(UsageError) -> URL {
    let directory = try directory(path)
    let names = try? FileManager.default.contentsOfDirectory(atPath: directory.path)
    guard names?.isEmpty ?? !FileManager.default.fileExists(atPath: path) || DiskStore.isPresent(in: directory) else {
      throw UsageError(
        message: "\(PictureAddress.printable(path)) is no cache; a cache needs a directory for itself, new or empty.")
    }
    return directory
  }
}
