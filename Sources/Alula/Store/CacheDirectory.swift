public import Foundation

/// Where an app keeps its files.
///
/// | | Apple | Linux (XDG Base Directory Specification 0.8) |
/// |---|---|---|
/// | caches | `Library/Caches` | `$XDG_CACHE_HOME`, else `~/.cache` |
/// | data | `Documents` | `$XDG_DATA_HOME`, else `~/.local/share` |
/// | temporary | `tmp` | `$TMPDIR`, else `/tmp` |
///
/// Nothing is made: whoever uses a directory makes it. Any thread; costs no disk access on Linux.
public enum CacheDirectory {
  /// For what can be had again. The system, or the user, may remove it at any time.
  ///
  /// - Parameter name: the folder in it; by default the name of the process.
  /// - Returns: `nil` when there is no home directory, or `name` is no name of one folder.
  public static func caches(named name: String = ProcessInfo.processInfo.processName) -> URL? {
    folder(name, in: caches(ProcessInfo.processInfo.environment))
  }

  /// For what must stay. See `caches(named:)`.
  public static func data(named name: String = ProcessInfo.processInfo.processName) -> URL? {
    folder(name, in: data(ProcessInfo.processInfo.environment))
  }

  /// For what is needed while the process runs. See `caches(named:)`.
  public static func temporary(named name: String = ProcessInfo.processInfo.processName) -> URL? {
    folder(name, in: temporary(ProcessInfo.processInfo.environment))
  }

  package static func folder(_ name: String, in place: URL?) -> URL? {
    let isName = !name.isEmpty && name != "." && name != ".." && !name.contains("/") && !name.utf8.contains(0)
    guard isName, name.utf8.count <= 255 else { return nil }
    return place?.appending(component: name, directoryHint: .isDirectory)
  }
}
