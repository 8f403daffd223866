import Alula

extension ImageEncoder {
  /// An encoder with that quality, or the default one for `nil`.
  init(format: Format, quality: Double?) {
    self = quality.map { ImageEncoder(format: format, quality: $0) } ?? ImageEncoder(format: format)
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

  /// `format`, when it is one that is written.
  init?(_ format: ImageFormat) {
    guard let written = Self.allCases.first(where: { $0.imageFormat == format }) else { return nil }
    self = written
  }

  var imageFormat: ImageFormat {
    switch self {
    case .png: .png
    case .jpeg: .jpeg
    case .webp: .webp
    }
  }
}
