import Alula
import Foundation

/// A picture named on the command line. The one place where a name becomes bytes, whatever kind of name it is.
struct ImageInput {
  let name: String

  /// The name for records: URLs without user, password and query.
  var publicName: String { PictureAddress(name).publicText }
  /// The same for people.
  var label: String { PictureAddress(name).label }

  /// The bytes of the file `name`, of standard input for "-", or of a URL.
  func read() async throws(LoadError) -> Data {
    if name == "-" { return try Self.bytes { try FileHandle.standardInput.readToEnd() ?? Data() } }
    let picture = PictureAddress(name)
    try picture.checkFile()
    if PictureAddress.isURL(name) { return try await ImagePipeline.shared.data(for: picture.request()).data }
    return try Self.bytes { try Data(contentsOf: URL(fileURLWithPath: name)) }
  }

  private static func bytes(_ read: () throws -> Data) throws(LoadError) -> Data {
    do { return try read() } catch { throw LoadError(.file, "The file cannot be read.") }
  }
}
