public import Foundation

/// Where files of a program belong. On Linux by the XDG Base Directory Specification, on Apple platforms the user's `Caches`,
/// `Documents` and temporary directory. Nothing is made or looked at on disk.
public enum CacheDirectory {
  /// For what can be fetched again: `$XDG_CACHE_HOME/name`, or `~/.cache/name`. On Apple platforms `Caches/name`, which the system may
  /// empty and backups leave out.
  /// - Parameter name: the program's own folder. Default: the name of the process.
  /// - Returns: `nil` when the user has no home directory, as some services do.
  public static func caches(named name: String = ProcessInfo.processInfo.processName) -> URL? {
    folder(name, in: cachesRoot(ProcessInfo.processInfo.environment))
  }

  /// For what must be kept: `$XDG_DATA_HOME/name`, or `~/.local/share/name`. On Apple platforms `Documents/name`.
  /// - Returns: `nil` when the user has no home directory.
  public static func documents(named name: String = ProcessInfo.processInfo.processName) -> URL? {
    folder(name, in: documentsRoot(ProcessInfo.processInfo.environment))
  }

  /// For what may be gone tomorrow: `$TMPDIR/name`, or `/tmp/name`.
  public static func temporary(named name: String = ProcessInfo.processInfo.processName) -> URL? {
    folder(name, in: FileManager.default.temporaryDirectory)
  }

  /// A name that would lead out of the folder has no folder.
  private static func folder(_ name: String, in root: URL?) -> URL? {
    let isPlain =
      !name.isEmpty && name != "." && name != ".." && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    return isPlain ? root?.appending(component: name, directoryHint: .isDirectory) : nil
  }
}
