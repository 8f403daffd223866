public import Foundation

extension ImageHeader {
  /// Reads what the container says: size, orientation, frames, plays, durations, alpha, depth, profile name.
  ///
  /// For JPEG, PNG, WebP and GIF. No pixel is decoded and no claimed number sizes an array. Any thread. Cost: microseconds
  /// for stills, a walk over the blocks for animations, some ten more when there is a colour profile.
  /// - Throws: `LoadError.Code.notAnImage`, `.unsupportedFormat` for other image formats, `.truncated` and `.decoding`
  ///   for broken containers.
  public static func read(_ data: Data) throws(LoadError) -> ImageHeader {
    let format = try ImageFormat.checked(data)
    let container = try ContainerHeader.read(data, format: format)
    var header = container.header
    let profile = format == .png ? PlatformProfile.inflated(fromPNG: data) : container.profile
    header.colorProfile = profile.flatMap(PlatformProfile.name)
    return header
  }
}

extension ContainerHeader {
  static func read(_ data: Data, format: ImageFormat) throws(LoadError) -> ContainerHeader {
    try data.withBytes { bytes throws(LoadError) in
      try read(ByteReader(bytes), format: format)
    }
  }

  private static func read(_ bytes: ByteReader, format: ImageFormat) throws(LoadError) -> ContainerHeader {
    switch format {
    case .jpeg: try JPEGHeader.read(bytes)
    case .png: try PNGHeader.read(bytes)
    case .webp: try WebPHeader.read(bytes)
    case .gif: try GIFHeader.read(bytes)
    default: throw LoadError(.unsupportedFormat(format), "This build does not read \(format.name.uppercased()).")
    }
  }
}
