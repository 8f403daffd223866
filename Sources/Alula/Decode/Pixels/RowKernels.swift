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

  /// In Swift, for every processor: what the others are held against.
  static let portable = RowKernels(
    add: { BoxReduction.add($0, to: $1, count: $2, isFirst: $3) },
    average: { BoxReduction.averageCells($0, $1, into: $2) },
    widen: { BoxReduction.widen($0, into: $1, count: $2) },
    mixRows: { LanczosFilter.mixRows($0, weights: $1, taps: $2, into: $3, count: $4) },
    mixColumns: { LanczosFilter.mixColumns($0, $1, layout: $2, into: $3) },
    premultiply: { Alula.premultiply($0, into: $1, count: $2) })
}
