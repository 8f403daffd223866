package import Foundation

extension DefaultImageDecoder {
  /// Decodes to straight alpha, for tools that compare pixels: those with alpha 0 are 0, 0, 0, 0. Exact when every pixel
  /// is decoded.
  package func decodeStraight(_ data: Data, options: DecodeOptions) throws(LoadError) -> Bitmap {
    let format = try ImageFormat.checked(data)
    return try PlatformDecoder.decode(
      DecodeJob(data: data, options: options, keepsStraightAlpha: true), format: format)
  }
}
