public import Foundation

extension ImageHeader {
  /// Reads what the container says: size, orientation, frames, plays, durations, alpha, depth, profile name.
  ///
  /// For JPEG, PNG, WebP and GIF. No pixel is decoded and no claimed number sizes an array. Any thread. Cost: microseconds
  /// for stills, a walk over the blocks for animations.
  /// - Throws: `LoadError.Code.notAnImage`, `.unsupportedFormat` for other image formats, `.truncated` and `.decoding`
  ///   for broken containers.
  public static func read(_ data: Data) throws(LoadError) -> ImageHeader {
    try ContainerHeader.read(data, format: ImageFormat.detectImage(data), wantsProfile: true).header
  }
}

extension ContainerHeader {
  static func read(_ data: Data, format: ImageFormat, wantsProfile: Bool) throws(LoadError) -> ContainerHeader {
    var container = try data.withBytes { bytes throws(LoadError) in
      try readBlocks(ByteReader(bytes), format)
    }
    if format == .png, wantsProfile {
      container.profile = PNGProfile.read(data)
      container.header.colorProfile = container.profile?.name
    }
    return container
  }

  private static func readBlocks(_ bytes: ByteReader, _ format: ImageFormat) throws(LoadError) -> ContainerHeader {
    switch format {
    case .jpeg: try JPEGHeader.read(bytes)
    case .png: try PNGHeader.read(bytes)
    case .webp: try WebPHeader.read(bytes)
    case .gif: try GIFHeader.read(bytes)
    default: throw LoadError(.unsupportedFormat(format), "This build does not decode \(format.name.uppercased()).")
    }
  }
}
