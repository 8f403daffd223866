import Alula
import Foundation

/// Where `alula fetch` writes.
enum FetchOutput: Equatable, Sendable {
  case standardOutput
  case file(String)
  /// "" is the current directory.
  case directory(String)

  /// What `name` after `-o` means: "-", a directory (it exists, or ends with a slash), or a file.
  init(_ name: String?) {
    var isDirectory: ObjCBool = false
    switch name {
    case nil: self = .directory("")
    case "-": self = .standardOutput
    case .some(let name):
      let exists = FileManager.default.fileExists(atPath: name, isDirectory: &isDirectory)
      self = name.hasSuffix("/") || (exists && isDirectory.boolValue) ? .directory(name) : .file(name)
    }
  }

  var takesMany: Bool { if case .directory = self { true } else { false } }

  /// The format that the name of the file asks for, whether it can be written or not.
  var format: ImageFormat? {
    guard case .file(let path) = self else { return nil }
    return FileName.format(ofExtension: URL(fileURLWithPath: path).pathExtension)
  }

  /// What is said when `format` is one that cannot be written.
  var unwritable: String {
    let name = if case .file(let path) = self { PictureAddress.printable(path) } else { "" }
    return "\"\(name)\" asks for a format that is not written; use png, jpeg or webp."
  }

  /// Whoever names a picture as the place of what is made of it would lose it.
  /// - Parameter names: what is read.
  static func refuse(_ path: String, amongInputs names: [String]) throws(UsageError) {
    guard InputFiles(paths: names.compactMap { PictureAddress($0).filePath }).contains(path) else { return }
    let message =
      "\"\(PictureAddress.printable(path))\" is read here; a picture is never written over what it is made of."
    throw UsageError(message: message)
  }

  /// Makes the directory.
  func prepare() throws(LoadError) {
    guard case .directory(let path) = self, !path.isEmpty else { return }
    guard let reason = Output.makeDirectory(path) else { return }
    throw LoadError(.file, "\(PictureAddress.printable(path)): The directory cannot be made: \(reason).")
  }

  /// The path of the file called `name` in the directory.
  static func path(_ directory: String, _ name: String) -> String {
    directory.isEmpty || directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
  }
}
