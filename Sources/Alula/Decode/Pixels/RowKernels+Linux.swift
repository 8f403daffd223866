#if os(Linux)
  import CImageCodecs

  extension RowKernels {
    /// What this processor does fastest.
    static let best = alula_has_row_vectors() != 0 ? vectors : portable

    /// With AVX2. Grey stays in Swift: its sums go across a vector, which wider ones would do in another order.
    private static let vectors = RowKernels(
      add: { alula_add_row($0, $1, $2, $3 ? 1 : 0) },
      average: { alula_average_row($0, $1.count, Int32($1.channels), $1.factor, $1.scale, $2) },
      widen: { alula_widen_row($0, $1, $2) },
      mixRows: { alula_mix_rows($0, $1, $2, $3, $4) },
      mixColumns: { line, columns, layout, target in
        guard let kind = kind(layout) else {
          LanczosFilter.mixColumns(line, columns, layout: layout, into: target)
          return
        }
        alula_mix_columns(line, columns.starts, columns.weights, columns.stride, columns.count, kind, target)
      },
      premultiply: { alula_premultiply_row($0, $1, $2) })

    private static func kind(_ layout: RowLayout) -> Int32? {
      switch layout {
      case .gray8, .grayAlpha8: nil
      case .rgb8: Int32(ALULA_PIXEL_RGB)
      case .rgba8, .rgba8Premultiplied: Int32(ALULA_PIXEL_RGBA)
      case .cmyk8: Int32(ALULA_PIXEL_CMYK)
      }
    }
  }
#endif
