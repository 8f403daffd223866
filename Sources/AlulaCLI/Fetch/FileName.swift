import Alula
import Foundation

/// A name for a file made from the end of a URL, which a stranger wrote: no directory, no control characters, not hidden, no
/// option of a command, never empty, at most 200 bytes.
struct FileName: Hashable, CustomStringConvertible {
  static let maximumBytes = 200

  let stem: String
  /// 1 for the name itself; 2 and on make "stem-2".
  var number = 1
  /// Without the dot; empty as long as it is not known.
  var pathExtension: String

  /// The name that `part`, decoded already, suggests. An ending that is no picture's and no page's belongs to the stem.
  init(lastPathPart part: String) {
    let text = Self.cleaned(part)
    let dot = text.lastIndex(of: ".")
    let ending = dot.map { String(text[text.index(after: $0)...]) } ?? ""
    let isKnown = Self.format(ofExtension: ending) != nil || Self.pages.contains(ending.lowercased())
    let stem = Self.trimmed(isKnown ? String(text[..<(dot ?? text.endIndex)]) : text)
    self.stem = stem.isEmpty ? "image" : stem
    pathExtension = Self.format(ofExtension: ending) != nil ? ending : ""
  }

  var description: String {
    let suffix = (number > 1 ? "-\(number)" : "") + (pathExtension.isEmpty ? "" : ".\(pathExtension)")
    return Self.cut(stem, to: Self.maximumBytes - suffix.utf8.count) + suffix
  }

  /// The same name with an extension of `format`; one that says so already stays.
  func with(_ format: ImageFormat) -> FileName {
    var name = self
    if Self.format(ofExtension: pathExtension) != format {
      name.pathExtension = format == .jpeg ? "jpg" : format.name
    }
    return name
  }

  /// The image format that a file extension, without its dot, stands for.
  static func format(ofExtension name: String) -> ImageFormat? {
    formats[name.lowercased()].map { ImageFormat(name: $0) }
  }

  private static func cleaned(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      // Marks that turn the direction of text can hide an extension.
      if scalar.properties.generalCategory == .control || scalar.properties.isBidiControl { continue }
      scalars.append(scalar == "/" || scalar == "\\" || scalar == ":" ? "_" : scalar)
    }
    return trimmed(String(scalars))
  }

  /// Without dots, blanks and dashes before it, and without dots and blanks after it.
  private static func trimmed(_ text: String) -> String {
    let start = text.drop { ".- ".contains($0) || $0.isWhitespace }
    let end = start.lastIndex { $0 != "." && !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }

  private static func cut(_ text: String, to count: Int) -> String {
    guard text.utf8.count > count else { return text }
    var scalars = String.UnicodeScalarView()
    var used = 0
    for scalar in text.unicodeScalars {
      used += UTF8.width(scalar)
      if used > count { break }
      scalars.append(scalar)
    }
    return trimmed(String(scalars))
  }

  private static let pages: Set = ["php", "asp", "aspx", "jsp", "cgi", "htm", "html", "do"]
  private static let formats = [
    "jpg": "jpeg", "jpeg": "jpeg", "jpe": "jpeg", "jfif": "jpeg", "png": "png", "gif": "gif", "webp": "webp",
    "avif": "avif", "heic": "heic", "heif": "heic", "jxl": "jxl", "bmp": "bmp", "ico": "ico", "cur": "cur",
    "tif": "tiff", "tiff": "tiff", "svg": "svg", "jp2": "jp2",
  ]
}
