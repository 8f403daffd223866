#if os(Linux) && BMP
  import Foundation

  /// Windows bitmaps by a decoder of our own: row by row from the top, whichever way they are stored. Transparent only where the file
  /// has a mask for alpha; the fourth byte of other pixels means nothing.
  enum BMPDecoder {
    static func readHeader(_ data: Data) throws(LoadError) -> ContainerHeader {
      let header = try data.withBytes { bytes throws(LoadError) in try Self.header(ByteReader(bytes)) }
      var container = ContainerHeader(format: .bmp, size: header.size)
      container.header.hasAlpha = header.hasAlpha
      container.header.bitDepth = header.bits == 16 ? 5 : min(header.bits, 8)
      container.profile = header.profile
      return container
    }

    static func decode(_ job: DecodeJob) throws(LoadError) -> Bitmap {
      try job.data.withBytes { bytes throws(LoadError) in
        let header = try Self.header(ByteReader(bytes))
        let geometry = try job.geometry(codedSize: header.size, orientation: .up)
        let layout: RowLayout = header.hasAlpha ? .rgba8 : .rgb8
        try job.checkMemory(
          product(header.size.width, layout.channels), BMPRows.memoryNeeded(header),
          RowScaler.memoryNeeded(source: header.size, layout: layout, geometry: geometry))
        let rows = try BMPRows(bytes, header)
        var scaler = try RowScaler(
          source: header.size, scaleX: 1, scaleY: 1, layout: layout, geometry: geometry,
          keepsStraightAlpha: job.keepsStraightAlpha)
        let row = try PixelBuffer<UInt8>(count: header.size.width * layout.channels)
        for index in 0..<header.size.height {
          if index % 16 == 0 { try job.checkCancellation() }
          rows.read(index, into: row.base)
          scaler.append(UnsafeRawBufferPointer(start: row.base, count: row.count))
        }
        return try scaler.finish(
          profile: header.profile.map(ICCProfile.init), convertsColor: job.options.convertsColor)
      }
    }

    private static func header(_ bytes: ByteReader) throws(LoadError) -> BMPHeader {
      guard let pixels = bytes.little32(at: 10) else { throw ContainerHeader.truncated(.bmp) }
      return try BMPHeader(bytes, at: BMPHeader.Place(pixels: pixels))
    }
  }
#endif
