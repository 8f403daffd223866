import AlulaTesting
import Foundation

// The directory itself, taken away.
extension FaultyStore {
  /// Takes the right to write from everybody, and with `isReadOnly` false gives it back to the owner. Means nothing to root, who may write
  /// everywhere: see `blockDirectory` and `refuseChanges`, which do.
  func setDirectory(isReadOnly: Bool) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: isReadOnly ? 0o500 : 0o700], ofItemAtPath: directory.path)
  }

  /// Puts a file in the place of the directory: nobody can write into it, nor make it, root neither.
  func blockDirectory() throws {
    removeDirectory()
    try Data("in the way".utf8).write(to: blockade)
  }

  /// Removes that file.
  func unblockDirectory() throws { try FileManager.default.removeItem(at: blockade) }

  private var blockade: URL { URL(filePath: directory.path, directoryHint: .notDirectory) }
}
