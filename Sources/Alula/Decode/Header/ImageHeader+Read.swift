public import Foundation

extension ImageHeader {
  /// Reads what the container says: size, orientation, frames, plays, durations, alpha, depth, profile name.
  ///
  /// For every format that this build decodes; not for one that a `DecoderRegistry` was taught. No pixel is decoded and no claimed number
  /// sizes an array. Any thread. Cost: microseconds for stills, a walk over the blocks for animations, some ten more when there is a
  /// colour profile.
  /// - Throws: `LoadError.Code.notAnImage`, `.unsupportedFormat` for other image formats, `.truncated` and `.decoding`
  ///   for broken containers.
  public static func read(_ data: Data) throws(LoadError) -> ImageHeader {
    let format = try ImageFormat.checked(data)
    let container = try ContainerHeader.read(data, format: format)
    var header = container.header
    header.colorProfile = PlatformDecoder.profileName(data, container)
    return header
  }
}

extension ContainerHeader {
  static func read(_ data: Data, format: ImageFormat) throws(LoadError) -> ContainerHeader {
    try data.withBytes { bytes throws(LoadError) in
      switch format {
      case .jpeg: try JPEGHeader.read(ByteReader(bytes))
      case .png: try PNGHeader.read(ByteReader(bytes))
      case .webp: try WebPHeader.read(ByteReader(bytes))
      case .gif: try GIFHeader.read(ByteReader(bytes))
      default: try PlatformDecoder.readHeader(data, format: format)
      }
    }
  }
}
