#if os(Linux)
  import CImageCodecs

  /// What the header of a PNG and the request come to.
  struct PNGPlan {
    let header: alula_png_header
    let size: PixelSize
    let geometry: DecodeGeometry
    let layout: RowLayout
    /// Of a row of 8-bit samples.
    let rowBytes: Int
    let scalerMemory: Int?

    func makeScaler(_ job: DecodeJob) throws(LoadError) -> RowScaler {
      try RowScaler(
        source: size, scaleX: 1, scaleY: 1, layout: layout, geometry: geometry,
        keepsStraightAlpha: job.keepsStraightAlpha)
    }
  }

  /// Who reads the rows of a PNG. Tests compare the two.
  enum PNGRoute {
    case either, stream, libpng
  }
#endif
