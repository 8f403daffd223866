#if os(Linux) && JPEGXL
  import CImageCodecs
  import Foundation

  /// The first frame of a JPEG XL by libjxl: all pixels, then the rows into the scaler. libjxl does not scale.
  struct JPEGXLDecoder {
    static func decode(_ job: DecodeJob) throws(LoadError) -> Bitmap {
      try job.data.withBytes { bytes throws(LoadError) in
        let file = try JPEGXLFile(bytes)
        let geometry = try job.geometry(codedSize: file.size, orientation: file.orientation)
        let layout = layout(file.header)
        let pixelBytes = product(file.size.width, file.size.height, layout.channels)
        try job.checkMemory(
          pixelBytes, libraryMemory(file.header),
          RowScaler.memoryNeeded(source: file.size, layout: layout, geometry: geometry))
        let profile = try file.readProfile()
        let pixels = try PixelBuffer<UInt8>(count: pixelBytes ?? .max)
        try file.decode(channels: layout.channels, into: pixels)
        var scaler = try RowScaler(
          source: file.size, scaleX: 1, scaleY: 1, layout: layout, geometry: geometry,
          keepsStraightAlpha: job.keepsStraightAlpha)
        let rowBytes = file.size.width * layout.channels
        for row in 0..<file.size.height {
          if row % 16 == 0 { try job.checkCancellation() }
          scaler.append(UnsafeRawBufferPointer(start: pixels.base + row * rowBytes, count: rowBytes))
        }
        return try scaler.finish(profile: profile.map(ICCProfile.init), convertsColor: job.options.convertsColor)
      }
    }

    private static func layout(_ header: alula_jxl_header) -> RowLayout {
      let isGray = header.color_channels == 1
      guard header.has_alpha != 0 else { return isGray ? .gray8 : .rgb8 }
      // Grey has no premultiplied layout; libjxl repeats it.
      guard header.is_premultiplied == 0 else { return .rgba8Premultiplied }
      return isGray ? .grayAlpha8 : .rgba8
    }

    /// What libjxl takes beside the pixels it hands out.
    private static func libraryMemory(_ header: alula_jxl_header) -> Int? {
      product(Int(header.width), Int(header.height), (Int(header.color_channels) + Int(header.extra_channels)) * 4)
        .map { $0 + (8 << 20) }
    }
  }
#endif
