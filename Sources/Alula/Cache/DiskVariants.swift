/// Whether pictures are also kept on disk at the size they were decoded to, after their transforms, so that a thumbnail of a large
/// photograph need not be decoded from the photograph each time the app starts.
///
/// Found under the URL and the checksum of the bytes they were made of: a picture that changed at its server never shows its old variant,
/// and who forgets a picture forgets its variants. At most 16 variants of a picture are kept: other sizes and other transforms.
public enum DiskVariants: Hashable, Sendable {
  /// Only the bytes that came are kept. The default: a second copy costs space and time to encode, and pays off for sources of many
  /// megapixels alone (`Benchmarks/README.md` has figures).
  case off
  /// As PNG: the very pixels, alpha included.
  case lossless
  /// As lossy WebP, alpha kept; quality from 0 to 1. Where no WebP can be written (Apple platforms, sides over 16,383 pixels) as PNG.
  case lossy(quality: Double)

  var encoder: ImageEncoder? {
    switch self {
    case .off: nil
    case .lossless: ImageEncoder(format: .png)
    case .lossy(let quality): ImageEncoder(format: .webp, quality: quality)
    }
  }
}
