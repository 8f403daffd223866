import Foundation

/// A new, empty directory that goes with its owner.
final class TemporaryDirectory {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("alula-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func url(_ name: String) -> URL { URL(fileURLWithPath: path).appendingPathComponent(name) }

  func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: url(name)) }

  func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: url(name)) }

  func writing(_ name: String) throws -> FileHandle {
    try write("", to: name)
    return try FileHandle(forWritingTo: url(name))
  }

  func bytes(_ name: String) -> Data? { try? Data(contentsOf: url(name)) }

  /// Names of everything inside, hidden files too, sorted.
  func names(in name: String = "") -> [String] {
    let folder = name.isEmpty ? path : url(name).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }
}
