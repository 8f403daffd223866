#if os(Linux)
  import CImageCodecs

  /// The steps of a `RowReduction`, each in the fastest form that this processor has. All forms give the same bytes.
  struct RowKernels: Sendable {
    typealias Bytes = UnsafePointer<UInt8>

    let add: @Sendable (_ row: Bytes, _ sums: UnsafeMutablePointer<UInt16>, _ count: Int, _ isFirst: Bool) -> Void
    let average: @Sendable (UnsafePointer<UInt16>, BoxReduction.Cells, UnsafeMutablePointer<Float>) -> Void
    let widen: @Sendable (_ row: Bytes, _ target: UnsafeMutablePointer<Float>, _ count: Int) -> Void
    let mixRows:
      @Sendable (
        _ rows: UnsafePointer<UnsafePointer<Float>>, _ weights: UnsafePointer<Float>, _ taps: Int,
        _ line: UnsafeMutablePointer<Float>, _ count: Int
      ) -> Void
    let mixColumns:
      @Sendable (UnsafePointer<Float>, LanczosFilter.Columns, RowLayout, UnsafeMutablePointer<UInt8>) -> Void
    let premultiply: @Sendable (_ source: Bytes, _ target: UnsafeMutablePointer<UInt8>, _ count: Int) -> Void

    /// What this processor does fastest.
    static let best = alula_has_row_vectors() != 0 ? vectors : portable

    /// In Swift, for every processor: what the others are held against.
    static let portable = RowKernels(
      add: { BoxReduction.add($0, to: $1, count: $2, isFirst: $3) },
      average: { BoxReduction.averageCells($0, $1, into: $2) },
      widen: { BoxReduction.widen($0, into: $1, count: $2) },
      mixRows: { LanczosFilter.mixRows($0, weights: $1, taps: $2, into: $3, count: $4) },
      mixColumns: { LanczosFilter.mixColumns($0, $1, layout: $2, into: $3) },
      premultiply: { Alula.premultiply($0, into: $1, count: $2) })

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
