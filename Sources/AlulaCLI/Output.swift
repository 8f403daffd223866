import Alula
import Foundation

/// Where the tool writes.
enum Output {
  /// - Returns: false when nobody reads standard output any more. Unless SIGPIPE is ignored, that signal
  ///   has ended the tool before.
  @discardableResult static func line(_ text: String) -> Bool {
    let isWritten = write(text, to: .standardOutput)
    if !isWritten { state.withLock { $0 = true } }
    return isWritten
  }

  /// Whether some line could not be written to standard output (a full disk, a closed pipe).
  static var isIncomplete: Bool { state.withLock { $0 } }

  static func error(_ text: String) { write(text, to: .standardError) }

  /// Bytes to standard output.
  static func data(_ data: Data) throws(LoadError) {
    do {
      try FileHandle.standardOutput.write(contentsOf: data)
    } catch { throw LoadError(.file, "Standard output cannot be written.") }
  }

  private static let state = Locked(false)

  @discardableResult private static func write(_ text: String, to handle: FileHandle) -> Bool {
    do {
      try handle.write(contentsOf: Data((text + "\n").utf8))
      return true
    } catch { return false }
  }
}
