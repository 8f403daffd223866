#if os(Linux) && BMP
  import Foundation

  /// Windows icons and cursors: the largest picture, a PNG or a bitmap with a mask.
  enum IconDecoder {
    static func readHeader(_ data: Data, _ format: ImageFormat) throws(LoadError) -> ContainerHeader {
      let entry = try data.withBytes { bytes throws(LoadError) in
        try IconDirectory(ByteReader(bytes), format).largest(format)
      }
      guard entry.isPNG else {
        var container = ContainerHeader(format: format, size: entry.size)
        // Every bitmap in an icon has a mask.
        container.header.hasAlpha = true
        container.header.bitDepth = entry.bits == 16 ? 5 : min(entry.bits, 8)
        return container
      }
      var container = try ContainerHeader.read(picture(entry, of: data), format: .png)
      container.header.format = format
      return container
    }

    static func decode(_ job: DecodeJob, _ format: ImageFormat) throws(LoadError) -> Bitmap {
      let entry = try job.data.withBytes { bytes throws(LoadError) in
        try IconDirectory(ByteReader(bytes), format).largest(format)
      }
      let data = picture(entry, of: job.data)
      guard !entry.isPNG else {
        return try PNGDecoder.decode(
          DecodeJob(data: data, options: job.options, keepsStraightAlpha: job.keepsStraightAlpha))
      }
      return try data.withBytes { bytes throws(LoadError) in try decode(bytes, job, format) }
    }

    private static func picture(_ entry: IconDirectory.Entry, of data: Data) -> Data {
      data[(data.startIndex + entry.start)...]
    }

    private static func decode(
      _ bytes: UnsafeRawBufferPointer, _ job: DecodeJob, _ format: ImageFormat
    ) throws(LoadError) -> Bitmap {
      let header = try BMPHeader(ByteReader(bytes), at: BMPHeader.Place(format: format, start: 0))
      guard header.compression == .none || header.compression == .masks else {
        throw LoadError(.decoding, "An icon with run lengths is not decoded.")
      }
      let geometry = try job.geometry(codedSize: header.size, orientation: .up)
      let width = header.size.width
      try job.checkMemory(
        product(width, 8), BMPRows.memoryNeeded(header),
        RowScaler.memoryNeeded(source: header.size, layout: .rgba8, geometry: geometry))
      let rows = try BMPRows(bytes, header, format)
      let mask = IconMask(bytes, header)
      var scaler = try RowScaler(
        source: header.size, scaleX: 1, scaleY: 1, layout: .rgba8, geometry: geometry,
        keepsStraightAlpha: job.keepsStraightAlpha)
      let stored = try PixelBuffer<UInt8>(count: width * 4)
      let row = try PixelBuffer<UInt8>(count: width * 4)
      for index in 0..<header.size.height {
        if index % 16 == 0 { try job.checkCancellation() }
        rows.read(index, into: stored.base)
        mask.apply(row: index, stored.base, channels: rows.layout.channels, into: row.base)
        scaler.append(UnsafeRawBufferPointer(start: row.base, count: row.count))
      }
      return try scaler.finish(profile: nil, convertsColor: false)
    }
  }

  /// What makes the pixels of an icon's bitmap transparent: their own alpha where any pixel has some, else a mask of one bit a pixel after
  /// the colours. A mask that is not there hides nothing.
  private struct IconMask {
    private let bytes: UnsafeRawBufferPointer
    private let header: BMPHeader
    private let usesAlpha: Bool
    private let start: Int
    private let rowBytes: Int

    /// `header` is that of a picture whose rows are all there.
    init(_ bytes: UnsafeRawBufferPointer, _ header: BMPHeader) {
      (self.bytes, self.header) = (bytes, header)
      start = header.pixels + header.rowBytes * header.size.height
      rowBytes = (header.size.width + 31) / 32 * 4
      usesAlpha =
        header.hasAlpha
        && (header.bits != 32
          || (0..<header.size.width * header.size.height).contains { bytes[header.pixels + $0 * 4 + 3] != 0 })
    }

    /// Makes RGBA of a row of RGB or RGBA.
    func apply(
      row: Int, _ source: UnsafePointer<UInt8>, channels: Int, into target: UnsafeMutablePointer<UInt8>
    ) {
      let line = header.isTopDown ? row : header.size.height - 1 - row
      for pixel in 0..<header.size.width {
        let (from, place) = (source + pixel * channels, target + pixel * 4)
        (place[0], place[1], place[2]) = (from[0], from[1], from[2])
        place[3] = usesAlpha ? from[3] : isHidden(start + line * rowBytes, pixel) ? 0 : 255
      }
    }

    private func isHidden(_ row: Int, _ pixel: Int) -> Bool {
      let index = row + pixel / 8
      return index < bytes.count && bytes[index] >> (7 - UInt8(pixel & 7)) & 1 == 1
    }
  }
#endif
