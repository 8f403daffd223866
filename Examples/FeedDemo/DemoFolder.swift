import Alula
import Foundation

/// A directory for the demo's disk store, removed with it.
final class DemoFolder: Sendable {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(component: "alula-demo-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The store as a process would open it that starts now.
  func store() -> DiskStore { DiskStore(directory: url) }
}
