import Alula
import Foundation

/// Which cache a command uses, and how: `--cache DIR`, `--no-cache`, `--offline`, `--reload`, `--partition P`.
struct CacheChoice: Sendable {
  /// `nil` for none.
  private(set) var directory: URL?
  let policy: ImageRequest.CachePolicy
  let partition: CachePartition

  /// Where the tool keeps pictures unless it is told otherwise; `nil` without a home directory.
  static var standardDirectory: URL? {
    CacheDirectory.caches()?.appending(component: "images", directoryHint: .isDirectory)
  }

  init(_ arguments: inout Arguments) throws(UsageError) {
    let path = try arguments.takePath("--cache")
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

  /// Makes the directory. Where that cannot be, it is said and pictures are loaded without a cache; and looking alone makes none.
  mutating func prepare() {
    guard let directory else { return }
    let name = PictureAddress.printable(directory.path)
    let presence = DiskStore.presence(in: directory)
    if case .closed(let reason) = presence {
      Output.error("alula: the cache: \(name): \(reason). Pictures are loaded without it.")
      return self.directory = nil
    }
    if presence == .indexMissing { Output.error("alula: the cache: Its index was missing and is made anew.") }
    if policy == .onlyCached {
      guard presence == .absent else { return }
      Output.error("alula: the cache: There is none in \(name).")
    } else {
      guard let reason = Output.makeDirectory(directory.path, isPrivate: true) else { return }
      Output.error("alula: the cache: \(name) cannot be made: \(reason). Pictures are loaded without it.")
    }
    self.directory = nil
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
    let isNew = names?.isEmpty ?? !FileManager.default.fileExists(atPath: path)
    guard isNew || DiskStore.presence(in: directory) != .absent else {
      throw UsageError(
        message: "\(PictureAddress.printable(path)) is no cache; a cache needs a directory for itself, new or empty.")
    }
    return directory
  }
}
