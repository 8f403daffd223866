#if canImport(ImageIO)
  import CoreGraphics
  import Foundation
  import ImageIO

  /// Decoding on Apple platforms: ImageIO makes an upright thumbnail at the size needed, which is drawn into a bitmap.
  /// Drawing decodes it here and now; nothing is left for the main thread.
  enum PlatformDecoder {
    static let formats: [ImageFormat] = [.avif, .webp, .heic, .heif, .jxl, .png, .jpeg, .gif, .tiff, .bmp, .ico, .jp2]

    static func decodes(_ format: ImageFormat) -> Bool { formats.contains(format) }

    /// Why a format is not decoded.
    static func reason(against format: ImageFormat) -> String {
      "This system does not decode \(format.name.uppercased())."
    }

    static func decode(_ job: DecodeJob, format: ImageFormat) throws(LoadError) -> Bitmap {
      guard decodes(format) else { throw .unsupported(format) }
      try job.checkCancellation()
      let source = try open(job.data, format)
      guard CGImageSourceGetStatusAtIndex(source, 0) == .statusComplete else { throw ContainerHeader.truncated(format) }
      let header = try ContainerHeader.read(job.data, format: format).header
      let geometry = try job.geometry(codedSize: header.codedSize, orientation: header.orientation)
      let drawing = Drawing(header, geometry)
      // The thumbnail and the bitmap it is drawn into.
      let bytes = geometry.outputSize.pixelCount.flatMap { product($0, 4) }
      try job.checkMemory(product(drawing.longestSide, drawing.longestSide, 4), bytes)
      guard let image = CGImageSourceCreateThumbnailAtIndex(source, 0, drawing.options) else {
        throw ContainerHeader.damaged(format, "ImageIO refused it.")
      }
      try job.checkCancellation()
      return try Bitmap(size: geometry.outputSize) { pixels throws(LoadError) in
        try drawing.draw(job.options.convertsColor ? image : untagged(image), into: pixels)
        if job.keepsStraightAlpha { unpremultiply(pixels) }
      }
    }

    /// The header of a format that the package does not read by itself.
    static func readHeader(_ data: Data, format: ImageFormat) throws(LoadError) -> ContainerHeader {
      let source = try open(data, format)
      guard let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any],
        let width = properties[kCGImagePropertyPixelWidth] as? Int,
        let height = properties[kCGImagePropertyPixelHeight] as? Int
      else { throw ContainerHeader.damaged(format, "ImageIO finds no size.") }
      var container = ContainerHeader(format: format, size: PixelSize(width: width, height: height))
      container.header.orientation = Orientation(tag: properties[kCGImagePropertyOrientation] as? Int ?? 1)
      container.header.hasAlpha = properties[kCGImagePropertyHasAlpha] as? Bool ?? false
      container.header.bitDepth = properties[kCGImagePropertyDepth] as? Int ?? 8
      return container
    }

    static func profileName(_ data: Data, _ container: ContainerHeader) -> String? {
      guard let source = try? open(data, container.header.format),
        let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any]
      else { return nil }
      return properties[kCGImagePropertyProfileName] as? String
    }

    private static func open(_ data: Data, _ format: ImageFormat) throws(LoadError) -> CGImageSource {
      let options = [kCGImageSourceShouldCache: false] as CFDictionary
      guard let source = CGImageSourceCreateWithData(data as CFData, options) else {
        throw ContainerHeader.damaged(format, "ImageIO refused it.")
      }
      return source
    }

    /// The same pixels called sRGB, so that drawing does not convert them.
    private static func untagged(_ image: CGImage) -> CGImage {
      CGColorSpace(name: CGColorSpace.sRGB).flatMap { image.copy(colorSpace: $0) } ?? image
    }

    private static func unpremultiply(_ pixels: UnsafeMutableRawBufferPointer) {
      for index in stride(from: 0, to: pixels.count, by: 4) {
        let alpha = Int(pixels[index + 3])
        for channel in index..<index + 3 where alpha > 0 && alpha < 255 {
          pixels[channel] = UInt8(min(255, (Int(pixels[channel]) * 255 + alpha / 2) / alpha))
        }
      }
    }
  }

  /// How large a thumbnail is needed, and where it lands on the bitmap. All in upright pixels.
  private struct Drawing {
    let output: PixelSize
    let place: CGRect
    let longestSide: Int

    init(_ header: ImageHeader, _ geometry: DecodeGeometry) {
      output = geometry.outputSize
      let crop = geometry.uprightCrop
      let scaleX = Double(output.width) / crop.width
      let scaleY = Double(output.height) / crop.height
      let width = Double(header.size.width) * scaleX
      let height = Double(header.size.height) * scaleY
      // y runs upwards here.
      let below = Double(header.size.height) - crop.y - crop.height
      place = CGRect(x: -crop.x * scaleX, y: -below * scaleY, width: width, height: height)
      longestSide = max(1, Int(max(width, height).rounded(.up)))
    }

    var options: CFDictionary {
      [
        kCGImageSourceCreateThumbnailFromImageAlways: true,
        kCGImageSourceCreateThumbnailWithTransform: true,
        kCGImageSourceThumbnailMaxPixelSize: longestSide,
        kCGImageSourceShouldCacheImmediately: true,
      ] as CFDictionary
    }

    func draw(_ image: CGImage, into pixels: UnsafeMutableRawBufferPointer) throws(LoadError) {
      guard let space = CGColorSpace(name: CGColorSpace.sRGB),
        let context = CGContext(
          data: pixels.baseAddress, width: output.width, height: output.height, bitsPerComponent: 8,
          bytesPerRow: output.width * 4, space: space, bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
      else { throw LoadError(.tooManyPixels, "No memory for a picture of \(output) pixels.") }
      context.interpolationQuality = .high
      context.draw(image, in: place)
    }
  }
#endif
