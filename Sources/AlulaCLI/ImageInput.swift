import Alula
import Foundation

/// A picture named on the command line. The one place where a name becomes bytes, whatever kind of name it is.
struct ImageInput {
  let name: String

  /// The name for people: URLs without their query.
  var label: String { name == "-" || !PictureAddress.isURL(name) ? name : PictureAddress(name).label }

  /// The bytes of the file `name`, of standard input for "-", or of a URL.
  func read() async throws(LoadError) -> Data {
    if name != "-", PictureAddress.isURL(name) {
      return try await ImagePipeline.shared.data(for: PictureAddress(name).request()).data
    }
    do {
      if name == "-" { return try FileHandle.standardInput.readToEnd() ?? Data() }
      return try Data(contentsOf: URL(fileURLWithPath: name))
    } catch {
      throw LoadError(.file, "The file cannot be read.")
    }
  }
}
