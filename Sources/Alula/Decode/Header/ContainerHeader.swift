import Foundation

/// What a container says: the public header and what decoding needs beside it.
struct ContainerHeader {
  /// The most frames, or chunks where each frame is one, of a file: at 24 a second they last three quarters of an hour.
  static let mostFrames = 1 << 16

  var header: ImageHeader
  /// The embedded ICC profile, as bytes. PNG profiles are compressed and are not in here.
  var profile: Data?

  init(format: ImageFormat, size: PixelSize) { header = ImageHeader(format: format, codedSize: size) }

  /// The damaged container `format`.
  static func damaged(_ format: ImageFormat, _ what: String) -> LoadError {
    LoadError(.decoding, "The \(format.name.uppercased()) data are damaged: \(what)")
  }

  static func truncated(_ format: ImageFormat) -> LoadError {
    LoadError(.truncated, "The \(format.name.uppercased()) data end too soon.")
  }

  /// A file of more parts than are read.
  static func overfull(_ format: ImageFormat, _ parts: String) -> LoadError {
    LoadError(.tooManyPixels, "The \(format.name.uppercased()) file has more than \(mostFrames) \(parts).")
  }
}
