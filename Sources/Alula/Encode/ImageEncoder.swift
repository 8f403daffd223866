/// Makes a file from pixels: thumbnails on a server, files on a disk.
///
/// A value without state; any thread, any number at a time. `encode` works on the calling thread and takes time in
/// proportion to the pixels (JPEG about 10 ms a megapixel, PNG up to 100 ms, WebP 150 ms and more): keep it off the main one.
public struct ImageEncoder: Sendable {
  /// The file formats that can be made.
  public enum Format: Hashable, CaseIterable, Sendable {
    /// ISO/IEC 15948. Lossless, keeps alpha; says that its colours are sRGB.
    case png
    /// ITU-T T.81, baseline. Transparent parts become white. Sides up to 65,500 pixels. On Linux quality is that of libjpeg, times
    /// 100; below 0.9 colours are kept at half the size (4:2:0), from there on whole (4:4:4).
    case jpeg
    /// RFC 9649, lossy, quality as that of libwebp, times 100. Keeps alpha. Sides up to 16,383 pixels. Linux only.
    case webp
  }

  /// The format that is written.
  public let format: Format
  /// 0 (small) to 1 (good). Not used for PNG.
  public let quality: Double

  /// An encoder for `format`.
  /// - Parameter quality: 0 to 1, default 0.85. Values outside count as the nearest; not-a-number as the default.
  public init(format: Format, quality: Double = 0.85) {
    self.format = format
    self.quality = quality.isNaN ? 0.85 : min(1, max(0, quality))
  }
}
