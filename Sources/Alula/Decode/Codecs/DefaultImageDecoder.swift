public import Foundation

/// The decoder of the package: finds the format by the first bytes and hands over to the platform's codecs.
///
/// On Linux JPEG, PNG, WebP and GIF, and what traits of the package add (AVIF by default); on Apple platforms what ImageIO decodes. Any thread but the main
/// one. `DecoderRegistry.standard` holds it for each of its formats.
public struct DefaultImageDecoder: ImageDecoder {
  /// The decoder; it has no state.
  public init() {}

  /// - Throws: `LoadError.Code.notAnImage`, `.unsupportedFormat`, `.decoding`, `.truncated`, `.tooManyPixels`,
  ///   `.invalidTargetSize` and `.cancelled`.
  public func decode(_ data: Data, options: DecodeOptions) throws(LoadError) -> Bitmap {
    let format = try ImageFormat.checked(data)
    return try PlatformDecoder.decode(DecodeJob(data: data, options: options), format: format)
  }
}

extension ImageFormat {
  /// The registered media type.
  var mediaType: String? {
    switch self {
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .gif: "image/gif"
    case .webp: "image/webp"
    case .avif: "image/avif"
    case .heic: "image/heic"
    case .heif: "image/heif"
    case .jxl: "image/jxl"
    case .bmp: "image/bmp"
    case .ico, .cur: "image/vnd.microsoft.icon"
    case .tiff: "image/tiff"
    case .svg: "image/svg+xml"
    case .jp2: "image/jp2"
    default: nil
    }
  }
}
