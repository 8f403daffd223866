#if os(Linux)
  import CImageCodecs
  import Foundation

  /// PNG. libpng reads the header; the rows come from a stream of our own where everything is as it should be, else from libpng,
  /// row by row, interlaced pictures through a buffer for all rows. libpng alone says what is wrong with a file.
  struct PNGDecoder: ~Copyable {
    private let png: OpaquePointer
    private let byteCount: Int
    /// Whether the file was cut off and is read as far as it goes.
    private let isCut: Bool

    static func decode(_ job: DecodeJob, by route: PNGRoute = .either) throws(LoadError) -> Bitmap {
      let container = try ContainerHeader.read(job.data, format: .png)
      if job.options.allowsPartial, let cut = job.data.withBytes({ PNGCutFile(ByteReader($0)) }) {
        return try cut.data.withBytes { bytes throws(LoadError) in
          let decoder = try PNGDecoder(bytes, isCut: true)
          return try decoder.decode(try decoder.plan(job, container.header.orientation), job)
        }
      }
      return try job.data.withBytes { bytes throws(LoadError) in
        let decoder = try PNGDecoder(bytes)
        let plan = try decoder.plan(job, container.header.orientation)
        if route != .libpng, let bitmap = try decoder.streamRows(plan, bytes, job) { return bitmap }
        guard route != .stream else { throw ContainerHeader.damaged(.png, "only libpng can tell what it is.") }
        return try decoder.decode(plan, job)
      }
    }

    /// The inflated colour profile of a PNG. No pixel is decoded.
    static func profile(of data: Data) -> Data? {
      try? data.withBytes { bytes throws(LoadError) in
        let decoder = try PNGDecoder(bytes)
        _ = try decoder.readHeader()
        return decoder.readProfile()
      }
    }

    private init(_ bytes: UnsafeRawBufferPointer, isCut: Bool = false) throws(LoadError) {
      guard let png = alula_png_create(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count) else {
        throw LoadError(.tooManyPixels, "No memory for a PNG decoder.")
      }
      self.png = png
      self.isCut = isCut
      byteCount = bytes.count
    }

    deinit { alula_png_destroy(png) }

    /// Reads the header and makes the checks that come before memory is taken.
    private func plan(_ job: DecodeJob, _ orientation: Orientation) throws(LoadError) -> PNGPlan {
      let header = try readHeader()
      let size = PixelSize(width: Int(header.width), height: Int(header.height))
      let geometry = try job.geometry(codedSize: size, orientation: orientation)
      if !isCut { try checkPlausibility(header) }
      let layout = layout(header.channels)
      let rowBytes = size.width * Int(header.channels)
      // libpng keeps two rows of at most 8 bytes a pixel; inflate has its window.
      let rowMemory = size.width * 16 + 128 * 1024
      let pictureMemory = header.is_interlaced != 0 ? product(rowBytes, size.height) : rowBytes
      let scalerMemory = RowScaler.memoryNeeded(source: size, layout: layout, geometry: geometry)
      try job.checkMemory(rowMemory, pictureMemory, scalerMemory)
      return PNGPlan(
        header: header, size: size, geometry: geometry, layout: layout, rowBytes: rowBytes, scalerMemory: scalerMemory)
    }

    /// The picture from rows of our own reading. `nil` for what is interlaced, unusual or damaged, and for rows so long that
    /// libpng takes less memory, and for all where ISA-L is not installed: then libpng decodes it or says what is wrong, as if
    /// nothing had been tried.
    private func streamRows(
      _ plan: PNGPlan, _ bytes: UnsafeRawBufferPointer, _ job: DecodeJob
    ) throws(LoadError) -> Bitmap? {
      let rowBytes = plan.header.raw_row_bytes
      guard plan.header.is_interlaced == 0, alula_inflate_is_present() != 0,
        let inflatedSize = product(rowBytes + 1, plan.size.height),
        rowBytes <= PNGRowStream.longestRow,
        job.allowsMemory(
          PNGRowStream.memoryNeeded(plan.size, rowBytes: rowBytes, channels: plan.layout.channels), plan.scalerMemory),
        let chunks = PNGDataChunks(bytes, start: alula_png_offset(png) - 8, inflatedSize: inflatedSize)
      else { return nil }
      var samples = alula_png_samples()
      try check(alula_png_read_samples(png, &samples))
      var scaler = try plan.makeScaler(job)
      var rows = try PNGRowStream(plan.size, rowBytes: rowBytes, samples: samples, chunks: chunks)
      guard try rows.read(into: &scaler, job) else { return nil }
      return try finish(scaler, job)
    }

    /// The picture by libpng.
    private func decode(_ plan: PNGPlan, _ job: DecodeJob) throws(LoadError) -> Bitmap {
      var scaler = try plan.makeScaler(job)
      var passes: Int32 = 1
      try check(alula_png_start(png, &passes))
      let isWhole =
        passes > 1
        ? try readPasses(Int(passes), plan.size, plan.rowBytes, into: &scaler, job)
        : try readRows(plan.size, plan.rowBytes, into: &scaler, job)
      if isWhole { try check(alula_png_finish(png)) }
      return try finish(scaler, job)
    }

    private func finish(_ scaler: consuming RowScaler, _ job: DecodeJob) throws(LoadError) -> Bitmap {
      let profile = job.options.convertsColor ? readProfile() : nil
      return try scaler.finish(
        profile: profile.map(ICCProfile.init), convertsColor: job.options.convertsColor, allowsPartial: isCut)
    }

    private func layout(_ channels: Int32) -> RowLayout {
      switch channels {
      case 1: .gray8
      case 2: .grayAlpha8
      case 3: .rgb8
      default: .rgba8
      }
    }

    /// Whether all rows came; fewer come of a file that is cut.
    private func readRows(
      _ size: PixelSize, _ rowBytes: Int, into scaler: inout RowScaler, _ job: DecodeJob
    ) throws(LoadError) -> Bool {
      let row = UnsafeMutableRawBufferPointer.allocate(byteCount: rowBytes, alignment: 16)
      defer { row.deallocate() }
      for index in 0..<size.height {
        if index % 16 == 0 { try job.checkCancellation() }
        let status = alula_png_read_row(png, row.baseAddress?.assumingMemoryBound(to: UInt8.self))
        if hasRunOut(status) { return false }
        try check(status)
        scaler.append(UnsafeRawBufferPointer(row))
      }
      return true
    }

    /// Whether all rows came; of a file that is cut fewer come, or coarser ones.
    private func readPasses(
      _ passes: Int, _ size: PixelSize, _ rowBytes: Int, into scaler: inout RowScaler, _ job: DecodeJob
    ) throws(LoadError) -> Bool {
      // calloc: memory is taken page by page as rows come, so a bomb that ends early costs little.
      guard let base = calloc(size.height, rowBytes) else {
        throw LoadError(.tooManyPixels, "No memory for an interlaced picture of \(size) pixels.")
      }
      defer { free(base) }
      let read = isCut ? alula_png_read_coarse_row : alula_png_read_row
      var isWhole = true
      // After the first pass every row has pixels.
      var rows = size.height
      passes: for pass in 0..<passes {
        for row in 0..<size.height {
          if row % 16 == 0 { try job.checkCancellation() }
          let status = read(png, (base + row * rowBytes).assumingMemoryBound(to: UInt8.self))
          if hasRunOut(status) {
            isWhole = false
            if pass == 0 { rows = row }
            break passes
          }
          try check(status)
        }
      }
      for row in 0..<rows {
        scaler.append(UnsafeRawBufferPointer(start: base + row * rowBytes, count: rowBytes))
      }
      return isWhole
    }

    /// Whether a row is missing because the file was cut: libpng has then seen the end that was put there.
    private func hasRunOut(_ status: Int32) -> Bool {
      isCut && status != ALULA_DECODE_OK && alula_png_offset(png) >= byteCount - 4
    }

    /// Deflate makes at most 1,032 bytes of one (a length of 258 from two bits).
    private func checkPlausibility(_ header: alula_png_header) throws(LoadError) {
      let raw = product(Int(header.raw_row_bytes), Int(header.height)) ?? .max
      guard raw / 1032 <= byteCount else { throw ContainerHeader.truncated(.png) }
    }

    private func readHeader() throws(LoadError) -> alula_png_header {
      var header = alula_png_header()
      try check(alula_png_read_header(png, &header))
      return header
    }

    private func readProfile() -> Data? {
      var size = 0
      guard let bytes = alula_png_profile(png, &size), size > 0 else { return nil }
      return Data(bytes: bytes, count: size)
    }

    private func check(_ status: Int32) throws(LoadError) {
      guard status != ALULA_DECODE_OK else { return }
      throw CodecStatus.error(status, .png, message: String(cString: alula_png_message(png)))
    }
  }
#endif
