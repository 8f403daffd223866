import Alula
import AlulaTesting
import Foundation

// Files of the store, damaged from outside.
extension FaultyStore {
  /// A file in the directory.
  enum Part: Hashable, Sendable {
    /// A body with a file of its own: of several the one whose name comes first.
    case body
    /// The file with the bodies of middle size.
    case pack
    /// The index; the newest changes to an index that is in use are in its log.
    case index
    /// The index' write-ahead log. Empty after `close()`.
    case log
  }

  /// The names of all files in the directory, in order; empty when it is not there.
  var fileNames: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).sorted()
  }

  /// The names of the bodies that have files of their own, finished or not.
  var bodyNames: [String] {
    let others = ["index.sqlite", "lock", "pack-", "session-"]
    return fileNames.filter { name in !others.contains { name.hasPrefix($0) } }
  }

  /// Where a part lies; `nil` when there is none.
  func file(_ part: Part) -> URL? {
    let name =
      switch part {
      case .body: bodyNames.first
      case .pack: fileNames.first { $0.hasPrefix("pack-") }
      case .index: fileNames.first { $0 == "index.sqlite" }
      case .log: fileNames.first { $0 == "index.sqlite-wal" }
      }
    return name.map { directory.appending(component: $0) }
  }

  /// Cuts bytes off the end of a file.
  ///
  /// - Throws: what the system says; `CocoaError` when there is no such file.
  func cut(_ part: Part, by count: ByteCount) throws {
    try change(part) { file, size in try file.truncate(atOffset: size - min(size, UInt64(count.bytes))) }
  }

  /// Turns over all bits of one byte; by default of the one in the middle.
  func flipByte(of part: Part, at offset: Int? = nil) throws {
    try change(part) { file, size in
      let offset = offset.map { UInt64($0) } ?? size / 2
      try file.seek(toOffset: offset)
      guard let byte = try file.read(upToCount: 1)?.first else { throw CocoaError(.fileReadUnknown) }
      try file.seek(toOffset: offset)
      try file.write(contentsOf: Data([~byte]))
    }
  }

  /// Writes over a file from its beginning. It stays the same file: who has it open sees it.
  func overwrite(_ part: Part, with bytes: Data, at offset: Int = 0) throws {
    try change(part) { file, _ in
      try file.seek(toOffset: UInt64(offset))
      try file.write(contentsOf: bytes)
    }
  }

  /// Deletes a file.
  func delete(_ part: Part) throws {
    guard let url = file(part) else { throw CocoaError(.fileNoSuchFile) }
    try FileManager.default.removeItem(at: url)
  }

  private func change(_ part: Part, _ body: (FileHandle, UInt64) throws -> Void) throws {
    guard let url = file(part) else { throw CocoaError(.fileNoSuchFile) }
    let file = try FileHandle(forUpdating: url)
    defer { try? file.close() }
    try body(file, try file.seekToEnd())
  }
}
