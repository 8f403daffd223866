#if os(Linux) && JPEGXL
  import CImageCodecs
  import Foundation

  /// The first frame of a JPEG XL by libjxl: all pixels, then the rows into the scaler. libjxl does not scale.
  struct JPEGXLDecoder {
    static func decode(_ job: DecodeJob) throws(LoadError) -> Bitmap {
      try job.data.withBytes { bytes throws(LoadError) in
        let file = try JPEGXLFile(bytes)
        let geometry = try job.geometry(codedSize: file.size, orientation: .up)
        let layout = layout(file.header)
        // The upper byte is kept of what has more than 8 bits, as of every other format.
        let channelBytes = file.header.bits > 8 ? 2 : 1
        let pixelBytes = product(file.size.width, file.size.height, layout.channels, channelBytes)
        try job.checkMemory(
          pixelBytes, libraryMemory(file.header),
          RowScaler.memoryNeeded(source: file.size, layout: layout, geometry: geometry))
        let profile = try file.readProfile(prefersSRGB: job.options.convertsColor)
        let pixels = try PixelBuffer<UInt8>(count: pixelBytes ?? .max)
        try file.decode(channels: layout.channels, channelBytes: channelBytes, into: pixels)
        var scaler = try RowScaler(
          source: file.size, scaleX: 1, scaleY: 1, layout: layout, geometry: geometry,
          keepsStraightAlpha: job.keepsStraightAlpha)
        let count = file.size.width * layout.channels
        for row in 0..<file.size.height {
          if row % 16 == 0 { try job.checkCancellation() }
          let start = pixels.base + row * count * channelBytes
          if channelBytes == 2 { keepUpperBytes(start, count: count) }
          scaler.append(UnsafeRawBufferPointer(start: start, count: count))
        }
        return try scaler.finish(profile: profile.map(ICCProfile.init), convertsColor: job.options.convertsColor)
      }
    }

    /// In place.
    private static func keepUpperBytes(_ values: UnsafeMutablePointer<UInt8>, count: Int) {
      let words = UnsafeRawPointer(values)
      for index in 0..<count {
        values[index] = UInt8(
          truncatingIfNeeded: words.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self) &>> 8)
      }
    }

    private static func layout(_ header: alula_jxl_header) -> RowLayout {
      let isGray = header.color_channels == 1
      guard header.has_alpha != 0 else { return isGray ? .gray8 : .rgb8 }
      // Grey has no premultiplied layout; libjxl repeats it.
      guard header.is_premultiplied == 0 else { return .rgba8Premultiplied }
      return isGray ? .grayAlpha8 : .rgba8
    }

    /// What libjxl takes beside the pixels it hands out. Measured with 0.7: 7 bytes a pixel without alpha, up to 41 with it. Rare kinds
    /// (lossy Modular, frames kept for later ones) take up to 34 without alpha, which no header tells and no setting limits.
    private static func libraryMemory(_ header: alula_jxl_header) -> Int? {
      let pixelBytes = header.extra_channels == 0 ? 12 : 32 + Int(header.extra_channels) * 12
      return product(Int(header.width), Int(header.height), pixelBytes)
    }
  }
#endif
