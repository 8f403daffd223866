#if os(Linux)
  import CImageCodecs
  import Foundation

  /// JPEG by libjpeg-turbo, scaled while it is decoded. A new decompressor for each picture: one that failed once may
  /// refuse good files after.
  struct JPEGDecoder: ~Copyable {
    static let longestScanCount = 500

    private let jpeg: OpaquePointer

    /// - Parameters:
    ///   - coarse: What may make a picture at an eighth of its size, or leave it to libjpeg.
    ///   - readsCodes: Whether Huffman codes are read by code of our own, and by libjpeg's only where that gives up. The pixels and
    ///     the errors do not depend on it.
    static func decode(
      _ job: DecodeJob, readsCodes: Bool = true, coarse: CoarseJPEG.Decode = CoarseJPEG.decode
    ) throws(LoadError) -> Bitmap {
      let container = try ContainerHeader.read(job.data, format: .jpeg)
      return try job.data.withBytes { bytes throws(LoadError) in
        // What is cut off would be read anew by libjpeg anyway.
        let bytes = job.options.allowsPartial ? ByteReader(bytes).wholeSegments : bytes
        let decoder = try JPEGDecoder(bytes, job, readsCodes: readsCodes && !job.options.allowsPartial)
        do throws(LoadError) {
          return try decoder.decode(job, container, byteCount: bytes.count, coarse: coarse)
        } catch {
          guard alula_jpeg_has_given_up(decoder.jpeg) != 0 else { throw error }
        }
        return try JPEGDecoder(bytes, job, readsCodes: false).decode(job, container, byteCount: bytes.count) {
          _, _, _ throws(LoadError) in nil
        }
      }
    }

    private init(_ bytes: UnsafeRawBufferPointer, _ job: DecodeJob, readsCodes: Bool) throws(LoadError) {
      let stop: alula_stop_function = { Task.isCancelled ? 1 : 0 }
      guard
        let jpeg = alula_jpeg_create(
          bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, job.options.budget.maximumMemory.bytes,
          Int32(Self.longestScanCount), readsCodes ? 1 : 0, stop)
      else { throw LoadError(.tooManyPixels, "No memory for a JPEG decoder.") }
      self.jpeg = jpeg
    }

    deinit { alula_jpeg_destroy(jpeg) }

    private func decode(
      _ job: DecodeJob, _ container: ContainerHeader, byteCount: Int, coarse: CoarseJPEG.Decode
    ) throws(LoadError) -> Bitmap {
      var header = alula_jpeg_header()
      try check(alula_jpeg_read_header(jpeg, &header))
      let codedSize = PixelSize(width: Int(header.width), height: Int(header.height))
      let geometry = try job.geometry(codedSize: codedSize, orientation: container.header.orientation)
      if !job.options.allowsPartial { try checkPlausibility(header, byteCount) }
      let eighths = Self.eighths(codedSize, geometry)
      if eighths == 1, let bitmap = try coarse(job, container, geometry) { return bitmap }
      // Scaled sizes round up; the rows show `codedSize × eighths / 8` exactly.
      let expected = PixelSize(
        width: (codedSize.width * eighths + 7) / 8, height: (codedSize.height * eighths + 7) / 8)
      let layout: RowLayout = header.channels == 1 ? .gray8 : header.channels == 3 ? .rgb8 : .cmyk8
      // Measured: about 40 rows of samples for upsampling and colour conversion.
      let codecMemory = Int(clamping: header.whole_picture_memory) + codedSize.width * 160
      try job.checkMemory(codecMemory, RowScaler.memoryNeeded(source: expected, layout: layout, geometry: geometry))

      let isDirect =
        !job.options.allowsPartial && layout == .rgb8 && geometry.isSource(expected, scale: Double(eighths) / 8)
      var width: UInt32 = 0
      var height: UInt32 = 0
      try check(alula_jpeg_start(jpeg, Int32(eighths), isDirect ? 1 : 0, &width, &height))
      let source = PixelSize(width: Int(width), height: Int(height))
      guard source == expected else { throw ContainerHeader.damaged(.jpeg, "unexpected scaled size \(source).") }
      var scaler = try RowScaler(
        source: source, scaleX: Double(eighths) / 8, scaleY: Double(eighths) / 8, layout: layout, geometry: geometry,
        keepsStraightAlpha: job.keepsStraightAlpha)
      if isDirect {
        try readPixels(source, into: &scaler, job)
      } else {
        try readRows(source, channels: Int(header.channels), into: &scaler, job)
      }
      if !job.options.allowsPartial { try check(alula_jpeg_check_complete(jpeg)) }
      return try scaler.finish(
        profile: container.profile.map(ICCProfile.init), convertsColor: job.options.convertsColor,
        allowsPartial: job.options.allowsPartial)
    }

    private func readRows(
      _ source: PixelSize, channels: Int, into scaler: inout RowScaler, _ job: DecodeJob
    ) throws(LoadError) {
      let rowBytes = source.width * channels
      let batch = 8
      let rows = UnsafeMutableRawBufferPointer.allocate(byteCount: rowBytes * batch, alignment: 16)
      defer { rows.deallocate() }
      guard let base = rows.baseAddress else { return }
      var done = 0
      while done < source.height {
        try job.checkCancellation()
        var count: UInt32 = 0
        try check(
          alula_jpeg_read_rows(
            jpeg, base.assumingMemoryBound(to: UInt8.self), rowBytes, UInt32(min(batch, source.height - done)), &count))
        let known = job.options.allowsPartial ? Int(alula_jpeg_known_rows(jpeg)) : source.height
        for row in 0..<max(0, min(Int(count), known - done)) {
          scaler.append(UnsafeRawBufferPointer(rebasing: rows[row * rowBytes..<(row + 1) * rowBytes]))
        }
        done += Int(count)
        if done > known { return }
      }
    }

    /// Rows that need no change, from libjpeg straight into the bitmap.
    private func readPixels(
      _ source: PixelSize, into scaler: inout RowScaler, _ job: DecodeJob
    ) throws(LoadError) {
      while !scaler.isComplete {
        try job.checkCancellation()
        try scaler.writeRows(atMost: 8) { rows, most throws(LoadError) in
          var count: UInt32 = 0
          try check(alula_jpeg_read_rows(jpeg, rows, source.width * 4, UInt32(most), &count))
          return Int(count)
        }
      }
    }

    /// The smallest of 1, 2, 4 and 8 eighths that leaves 1.5 times the output, or gives it exactly. Gaps below 1.5 cost
    /// sharpness; 3, 5, 6 and 7 eighths have no fast transform and are slower than 8.
    static func eighths(_ codedSize: PixelSize, _ geometry: DecodeGeometry) -> Int {
      let output = geometry.codedOutput
      for eighths in [1, 2, 4] {
        if codedSize.width * eighths == output.width * 8, codedSize.height * eighths == output.height * 8 {
          return eighths
        }
        let scale = Double(eighths) / 8
        if geometry.crop.width * scale >= Double(output.width) * 1.5,
          geometry.crop.height * scale >= Double(output.height) * 1.5
        {
          return eighths
        }
      }
      return 8
    }

    /// A Huffman-coded block takes at least two bits (progressive: one in its first scan). A header that claims more
    /// blocks than the file can hold is a bomb or cut short; either way no time is spent on it.
    private func checkPlausibility(_ header: alula_jpeg_header, _ byteCount: Int) throws(LoadError) {
      guard header.is_arithmetic == 0 else { return }
      let most = UInt64(byteCount) * (header.is_progressive != 0 ? 8 : 4)
      guard header.blocks <= most else { throw ContainerHeader.truncated(.jpeg) }
    }

    private func check(_ status: Int32) throws(LoadError) {
      guard status != ALULA_DECODE_OK else { return }
      throw CodecStatus.error(status, .jpeg, message: String(cString: alula_jpeg_message(jpeg)))
    }
  }
#endif
