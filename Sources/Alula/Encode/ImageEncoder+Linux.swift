#if os(Linux)
  import CImageCodecs
  public import Foundation

  extension ImageEncoder {
    /// The bytes of a file that shows `bitmap`. Needs memory for one copy of the pixels and for the file.
    /// - Throws: `LoadError.Code.tooManyPixels` when a side is longer than the format allows or memory cannot be had;
    ///   `.unsupportedFormat` when the format's library cannot be used.
    public func encode(_ bitmap: Bitmap) throws(LoadError) -> Data {
      guard bitmap.width <= Int(Int32.max) / 4, bitmap.height <= Int(Int32.max) / 4 else { throw refusal(bitmap) }
      try checkLibrary()
      let pixels = try EncodablePixels(bitmap, flattens: format == .jpeg)
      let (width, height) = (Int32(bitmap.width), Int32(bitmap.height))
      let keepsAlpha: Int32 = pixels.isOpaque ? 0 : 1
      var image = alula_encoded_image()
      let isDone = pixels.withPixels { rgba in
        switch format {
        case .png: alula_encode_png(rgba, width, height, keepsAlpha, &image)
        case .jpeg: alula_encode_jpeg(rgba, width, height, Int32((max(0.01, quality) * 100).rounded()), &image)
        case .webp: alula_encode_webp(rgba, width, height, keepsAlpha, Float(quality * 100), &image)
        }
      }
      guard isDone != 0, let bytes = image.bytes else { throw refusal(bitmap) }
      return Data(bytesNoCopy: bytes, count: image.count, deallocator: .free)
    }

    private func checkLibrary() throws(LoadError) {
      let (name, imageFormat, problem): (String, ImageFormat, UnsafePointer<CChar>?) =
        switch format {
        case .png: ("PNG", .png, alula_encode_png_problem())
        case .jpeg: ("JPEG", .jpeg, nil)
        case .webp: ("WebP", .webp, alula_encode_webp_problem())
        }
      guard let problem else { return }
      throw LoadError(
        .unsupportedFormat(imageFormat),
        "\(name) is not written: its library cannot be used: \(String(cString: problem)).")
    }

    private func refusal(_ bitmap: Bitmap) -> LoadError {
      LoadError(.tooManyPixels, "A picture of \(bitmap.size) pixels cannot be written as \(format).")
    }
  }

  /// The pixels of a bitmap as encoders want them: straight or on white. Opaque bitmaps are used as they are.
  private struct EncodablePixels: ~Copyable {
    private let bitmap: Bitmap
    private let copy: PixelBuffer<UInt8>
    let isOpaque: Bool

    init(_ bitmap: Bitmap, flattens: Bool) throws(LoadError) {
      let count = bitmap.width * bitmap.height
      let isOpaque = bitmap.isOpaque
      let copy = try PixelBuffer<UInt8>(count: isOpaque ? 0 : count * 4)
      if !isOpaque {
        bitmap.withUnsafeBytes { bytes in
          UnsafeMutableRawPointer(copy.base).copyMemory(
            from: bytes.baseAddress ?? UnsafeRawPointer(copy.base), byteCount: bytes.count)
        }
        flattens ? flattenOnWhite(copy.base, count: count) : unpremultiply(copy.base, count: count)
      }
      self.bitmap = bitmap
      self.copy = copy
      self.isOpaque = isOpaque
    }

    func withPixels(_ body: (UnsafePointer<UInt8>) -> Int32) -> Int32 {
      guard isOpaque else { return body(UnsafePointer(copy.base)) }
      return bitmap.withUnsafeBytes { bytes in bytes.bindMemory(to: UInt8.self).baseAddress.map(body) ?? 0 }
    }
  }

  /// Puts premultiplied pixels on white, in place.
  private func flattenOnWhite(_ pixels: UnsafeMutablePointer<UInt8>, count: Int) {
    for pixel in 0..<count {
      let white = 255 - pixels[pixel * 4 + 3]
      for channel in 0..<3 {
        pixels[pixel * 4 + channel] = UInt8(min(255, Int(pixels[pixel * 4 + channel]) + Int(white)))
      }
      pixels[pixel * 4 + 3] = 255
    }
  }
#endif
