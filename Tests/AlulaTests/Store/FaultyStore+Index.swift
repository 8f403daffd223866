import Alula
import AlulaTesting
import Foundation

extension FaultyStore {
  /// What can become of an index.
  enum IndexDamage: CaseIterable, Hashable, Sendable {
    /// All bytes are something else.
    case garbage
    /// Nothing is left of it.
    case empty
    /// The second half is gone.
    case half
    /// It says that an older version of this library made it.
    case olderVersion
  }

  /// Damages the index as it lies on the disk. What is in the log of an index in use may hide it: `close()` first to be sure.
  func damageIndex(_ damage: IndexDamage) throws {
    guard let url = file(.index) else { throw CocoaError(.fileNoSuchFile) }
    let size = try FileHandle(forReadingFrom: url).seekToEnd()
    switch damage {
    case .garbage:
      var random = SeededGenerator(seed: 41)
      try overwrite(.index, with: Data((0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }))
    case .empty: try cut(.index, by: .bytes(Int(size)))
    case .half: try cut(.index, by: .bytes(Int(size / 2)))
    // The user version, 4 bytes big-endian (sqlite.org/fileformat.html, section 1.3).
    case .olderVersion: try overwrite(.index, with: Data([0, 0, 0, 0]), at: 60)
    }
  }
}
