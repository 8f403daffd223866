import Alula
import Foundation

/// Where the tool writes.
enum Output {
  static func line(_ text: String) { write(text, to: .standardOutput) }

  static func error(_ text: String) { write(text, to: .standardError) }

  /// Bytes to standard output.
  static func data(_ data: Data) throws(LoadError) {
    do {
      try FileHandle.standardOutput.write(contentsOf: data)
    } catch { throw LoadError(.file, "Standard output cannot be written.") }
  }

  private static func write(_ text: String, to handle: FileHandle) {
    // A closed pipe ends the tool by its signal; nothing is left to say then.
    try? handle.write(contentsOf: Data((text + "\n").utf8))
  }
}
