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

  /// The format that the name of the file asks for.
  var format: ImageEncoder.Format? {
    guard case .file(let path) = self else { return nil }
    return ImageEncoder.Format(extension: URL(fileURLWithPath: path).pathExtension)
  }

  /// Makes the directory.
  func prepare() throws(LoadError) {
    guard case .directory(let path) = self, !path.isEmpty else { return }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw LoadError(.file, "The directory \(PictureAddress.printable(path)) cannot be made.")
    }
  }

  /// The path of the file called `name` in the directory.
  static func path(_ directory: String, _ name: String) -> String {
    directory.isEmpty || directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
  }

  /// Writes `data` to `path`, whole or not at all: to a file beside it that then takes its name. What is there and is no
  /// ordinary file (a device, a pipe) is written to as it is.
  static func write(_ data: Data, to path: String) throws(LoadError) {
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    let isOrdinary = type == nil || type == .typeRegular || type == .typeSymbolicLink
    do {
      if isOrdinary {
        try data.write(to: URL(fileURLWithPath: path), options: .atomic)
      } else {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.write(contentsOf: data)
      }
    } catch {
      throw LoadError(.file, "\(PictureAddress.printable(path)) cannot be written.")
    }
  }
}

extension ImageEncoder.Format {
  /// The format with this file extension.
  init?(extension name: String) {
    switch name.lowercased() {
    case "png": self = .png
    case "jpeg", "jpg": self = .jpeg
    case "webp": self = .webp
    default: return nil
    }
  }

  var imageFormat: ImageFormat {
    switch self {
    case .png: .png
    case .jpeg: .jpeg
    case .webp: .webp
    }
  }
}
