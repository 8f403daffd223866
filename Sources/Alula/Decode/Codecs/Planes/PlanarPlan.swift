#if os(Linux) && (AVIF || HEIC)
  import CImageCodecs

  /// What a size, transformations and a request come to.
  struct PlanarPlan {
    /// Of the stored picture.
    let size: PixelSize
    /// The part of the stored picture that is seen.
    let area: PixelArea
    let geometry: DecodeGeometry
    /// Stored pixels a side that are averaged into one before colours are made.
    let factor: Int
    /// The size of the rows.
    let source: PixelSize
    let layout: RowLayout

    /// - Parameters:
    ///   - channels: Of the rows: 1 grey, 3 colour, 4 with alpha.
    ///   - isReduced: Whether pixels may be averaged before they come as rows.
    init(
      size: PixelSize, channels: Int, isPremultiplied: Bool, transforms: ItemTransforms, isReduced: Bool = true,
      _ job: DecodeJob
    ) throws(LoadError) {
      // Counted before anything is cut off: all of it is decoded.
      _ = try job.geometry(codedSize: size, orientation: .up)
      self.size = size
      area = transforms.area(of: size)
      geometry = try job.geometry(codedSize: area.size, orientation: transforms.orientation)
      layout = channels == 1 ? .gray8 : channels == 3 ? .rgb8 : isPremultiplied ? .rgba8Premultiplied : .rgba8
      // Hidden colours would bleed into averages of straight planes: they are premultiplied pixel by pixel, then averaged.
      factor = !isReduced || layout == .rgba8 ? 1 : Self.factor(geometry)
      source = PixelSize(
        width: (area.size.width + factor - 1) / factor, height: (area.size.height + factor - 1) / factor)
    }

    /// The largest whole number that leaves twice the output, which the row scaler then halves well.
    private static func factor(_ geometry: DecodeGeometry) -> Int {
      let across = geometry.crop.width / Double(geometry.codedOutput.width)
      let down = geometry.crop.height / Double(geometry.codedOutput.height)
      return min(Int(ALULA_PLANE_FACTOR_LIMIT), max(1, Int(min(across, down) / 2)))
    }

    /// What rows and scaler take, beside the planes.
    var memoryNeeded: Int? {
      guard let scaler = RowScaler.memoryNeeded(source: source, layout: layout, geometry: geometry) else { return nil }
      return scaler + alula_plane_rows_memory(UInt32(area.size.width)) + source.width * layout.channels
    }

    /// How much of a box the last one covers.
    private func lastShare(_ side: Int) -> Double { Double((side - 1) % factor + 1) / Double(factor) }

    func makeScaler(_ job: DecodeJob) throws(LoadError) -> RowScaler {
      try RowScaler(
        source: source, scaleX: 1 / Double(factor), scaleY: 1 / Double(factor), layout: layout, geometry: geometry,
        lastColumn: lastShare(area.size.width), lastRow: lastShare(area.size.height),
        keepsStraightAlpha: job.keepsStraightAlpha)
    }
  }
#endif
