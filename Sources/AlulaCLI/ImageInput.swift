import Alula
import Foundation

/// A picture named on the command line. The one place where a name becomes bytes, whatever kind of name it is.
struct ImageInput {
  let name: String

  /// The bytes of the file `name`, or of standard input for "-".
  func read() async throws(LoadError) -> Data {
    do {
      if name == "-" { return try FileHandle.standardInput.readToEnd() ?? Data() }
      return try Data(contentsOf: URL(fileURLWithPath: name))
    } catch {
      throw LoadError(.file, "The file cannot be read.")
    }
  }
}
