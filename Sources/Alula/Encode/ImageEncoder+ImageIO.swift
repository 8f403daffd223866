#if canImport(ImageIO)
  import CoreGraphics
  public import Foundation
  import ImageIO

  extension ImageEncoder {
    /// The bytes of a file that shows `bitmap`. Needs memory for one copy of the pixels and for the file.
    /// - Throws: `LoadError.Code.unsupportedFormat` for WebP, which Image I/O reads but does not write;
    ///   `LoadError.Code.tooManyPixels` when the picture cannot be written.
    public func encode(_ bitmap: Bitmap) throws(LoadError) -> Data {
      let type: String
      switch format {
      case .png: type = "public.png"
      case .jpeg: type = "public.jpeg"
      case .webp: throw LoadError(.unsupportedFormat(.webp), "WebP files cannot be made on this system.")
      }
      let data = NSMutableData()
      guard let image = bitmap.cgImage,
        let destination = CGImageDestinationCreateWithData(data, type as CFString, 1, nil)
      else { throw refusal(bitmap) }
      let options: [CFString: Any] = [
        kCGImageDestinationLossyCompressionQuality: quality,
        kCGImageDestinationBackgroundColor: CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1),
      ]
      CGImageDestinationAddImage(destination, image, options as CFDictionary)
      guard CGImageDestinationFinalize(destination) else { throw refusal(bitmap) }
      return data as Data
    }

    private func refusal(_ bitmap: Bitmap) -> LoadError {
      LoadError(.tooManyPixels, "A picture of \(bitmap.size) pixels cannot be written as \(format).")
    }
  }
#endif
