#if os(Linux) && TIFF
  import CImageCodecs
  import Foundation

  /// The first page of a TIFF by libtiff: row by row from strips, a row of tiles at a time, or, for the few kinds that are neither grey,
  /// RGB, palette nor CMYK, by libtiff's own conversion to RGBA.
  struct TIFFDecoder {
    private let job: DecodeJob
    private let file: TIFFFile
    private let bytes: UnsafeRawBufferPointer
    private let geometry: DecodeGeometry

    static func decode(_ job: DecodeJob) throws(LoadError) -> Bitmap {
      try job.data.withBytes { bytes throws(LoadError) in
        let file = try TIFFFile(bytes, memoryLimit: job.options.budget.maximumMemory)
        try checkKind(file.header)
        let geometry = try job.geometry(codedSize: file.size, orientation: file.orientation)
        try file.checkBlocks()
        let decoder = TIFFDecoder(job: job, file: file, bytes: bytes, geometry: geometry)
        guard let samples = try TIFFSamples(file) else { return try decoder.decodeRGBA() }
        return try file.header.is_tiled != 0 ? decoder.decodeTiles(samples) : decoder.decodeStrips(samples)
      }
    }

    private static func checkKind(_ header: alula_tiff_header) throws(LoadError) {
      // Kept as numbers with a point, complex numbers, or with more bits than a picture shows.
      guard header.sample_format != 3, header.sample_format < 5, header.bits <= 16 else {
        throw LoadError(
          .decoding, "TIFF with samples of \(header.bits) bits in format \(header.sample_format) is not decoded.")
      }
      // JPEG as TIFF 6.0 had it, withdrawn in 1995: libtiff mends such files by guessing.
      guard header.compression != 6 else {
        throw LoadError(.decoding, "TIFF with old JPEG compression is not decoded.")
      }
    }

    // MARK: Strips

    /// Planes are read side by side, each through a file of its own: libtiff remembers one place in a file.
    private func decodeStrips(_ samples: TIFFSamples) throws(LoadError) -> Bitmap {
      let (rowBytes, layout) = (Int(clamping: file.header.row_bytes), samples.layout)
      try job.checkMemory(
        rowBytes, product(file.size.width, layout.channels),
        RowScaler.memoryNeeded(source: file.size, layout: layout, geometry: geometry))
      var planes = [file]
      while planes.count < samples.planes {
        planes.append(try TIFFFile(bytes, memoryLimit: job.options.budget.maximumMemory))
      }
      var scaler = try makeScaler(layout)
      let stored = try PixelBuffer<UInt8>(count: rowBytes + 2)
      let row = try PixelBuffer<UInt8>(count: file.size.width * layout.channels)
      for index in 0..<file.size.height {
        if index % 16 == 0 { try job.checkCancellation() }
        for (plane, file) in planes.enumerated() {
          try file.readRow(index, plane: plane, into: stored.base)
          samples.unpack(stored.base, plane: plane, into: row.base, count: file.size.width)
        }
        scaler.append(UnsafeRawBufferPointer(start: row.base, count: row.count))
      }
      return try finish(scaler)
    }

    // MARK: Tiles

    private func decodeTiles(_ samples: TIFFSamples) throws(LoadError) -> Bitmap {
      let header = file.header
      let (tileWidth, tileHeight) = (Int(header.block_width), Int(header.block_height))
      let (tileBytes, layout) = (Int(clamping: header.block_bytes), samples.layout)
      guard tileWidth > 0, tileHeight > 0 else { throw ContainerHeader.damaged(.tiff, "a side of its tiles is 0.") }
      let bandHeight = min(tileHeight, file.size.height)
      try job.checkMemory(
        tileBytes, product(bandHeight, file.size.width, layout.channels),
        RowScaler.memoryNeeded(source: file.size, layout: layout, geometry: geometry))
      var scaler = try makeScaler(layout)
      let tile = try PixelBuffer<UInt8>(count: tileBytes + 2)
      let rowBytes = file.size.width * layout.channels
      let band = try PixelBuffer<UInt8>(count: bandHeight * rowBytes)
      for top in stride(from: 0, to: file.size.height, by: tileHeight) {
        let rows = min(tileHeight, file.size.height - top)
        for left in stride(from: 0, to: file.size.width, by: tileWidth) {
          try job.checkCancellation()
          for plane in 0..<samples.planes {
            try file.readTile(x: left, y: top, plane: plane, into: tile.base)
            for row in 0..<rows {
              samples.unpack(
                tile.base + row * (tileBytes / tileHeight), plane: plane,
                into: band.base + row * rowBytes + left * layout.channels, count: min(tileWidth, file.size.width - left)
              )
            }
          }
        }
        append(band.base, rows, rowBytes, to: &scaler)
      }
      return try finish(scaler)
    }

    // MARK: Other kinds

    private func decodeRGBA() throws(LoadError) -> Bitmap {
      let bandHeight = Int(file.header.block_height)
      guard bandHeight > 0 else { throw ContainerHeader.damaged(.tiff, "its strips have no rows.") }
      let bandRows = min(bandHeight, file.size.height)
      // libtiff holds a whole strip or tile, of each plane.
      try job.checkMemory(
        product(Int(clamping: file.header.block_bytes), file.header.is_separate != 0 ? 4 : 1),
        product(bandRows, file.size.width, 4),
        RowScaler.memoryNeeded(source: file.size, layout: .rgba8Premultiplied, geometry: geometry))
      try file.startRGBA()
      var scaler = try makeScaler(.rgba8Premultiplied)
      let band = try PixelBuffer<UInt32>(count: bandRows * file.size.width)
      for top in stride(from: 0, to: file.size.height, by: bandHeight) {
        try job.checkCancellation()
        let rows = min(bandHeight, file.size.height - top)
        try file.readRGBA(row: top, count: rows, into: band.base)
        append(UnsafeRawPointer(band.base), rows, file.size.width * 4, to: &scaler)
      }
      return try finish(scaler)
    }

    private func append(_ rows: UnsafeRawPointer, _ count: Int, _ rowBytes: Int, to scaler: inout RowScaler) {
      for row in 0..<count {
        scaler.append(UnsafeRawBufferPointer(start: rows + row * rowBytes, count: rowBytes))
      }
    }

    private func makeScaler(_ layout: RowLayout) throws(LoadError) -> RowScaler {
      try RowScaler(
        source: file.size, scaleX: 1, scaleY: 1, layout: layout, geometry: geometry,
        keepsStraightAlpha: job.keepsStraightAlpha)
    }

    private func finish(_ scaler: consuming RowScaler) throws(LoadError) -> Bitmap {
      try scaler.finish(profile: file.profile.map(ICCProfile.init), convertsColor: job.options.convertsColor)
    }
  }
#endif
