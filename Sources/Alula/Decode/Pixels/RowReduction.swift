/// The resampling half of a `RowScaler`: sums rows into boxes, keeps the last reduced rows in a ring, and writes an
/// output row as soon as its taps are there.
struct RowReduction: ~Copyable {
  private let columns: ResampleAxis
  private let lines: ResampleAxis
  private let layout: RowLayout
  private let kernels: RowKernels
  /// Values in a reduced row, with room for reads of whole vectors.
  private let stride: Int
  private let premultipliedRow: PixelBuffer<UInt8>
  private let sums: PixelBuffer<UInt16>
  private let ring: PixelBuffer<Float>
  private let line: PixelBuffer<Float>
  /// Where the rows that are mixed begin, the oldest first.
  private let slots: PixelBuffer<UnsafePointer<Float>>
  private var row = 0
  private var rowsInBox = 0
  private var reducedRows = 0
  private var nextOutput = 0

  /// Values read past the end of a row, at most.
  static let padding = 32

  /// - Parameter isUsed: When false no memory is taken and nothing may be appended.
  init(
    columns: ResampleAxis, lines: ResampleAxis, layout: RowLayout, isUsed: Bool, kernels: RowKernels
  ) throws(LoadError) {
    let channels = layout.channels
    let stride = isUsed ? columns.reduced * channels + Self.padding : 0
    let (ringCount, overflow) = stride.multipliedReportingOverflow(by: lines.taps)
    guard !overflow else { throw LoadError(.tooManyPixels, "No memory for the rows of a picture.") }
    let sourceCount = isUsed ? columns.count * channels + Self.padding : 0
    let premultipliedRow = try PixelBuffer<UInt8>(count: layout.hasStraightAlpha ? sourceCount : 0)
    let sums = try PixelBuffer<UInt16>(count: sourceCount)
    let ring = try PixelBuffer<Float>(count: ringCount)
    let line = try PixelBuffer<Float>(count: stride)
    let slots = try PixelBuffer<UnsafePointer<Float>>(count: lines.taps)
    // What lies in the padding is multiplied and thrown away, but must not be read uninitialized.
    ring.base.update(repeating: 0, count: ringCount)
    line.base.update(repeating: 0, count: stride)
    sums.base.update(repeating: 0, count: sourceCount)
    self.columns = isUsed ? columns.weighted() : columns
    self.lines = isUsed ? lines.weighted() : lines
    self.layout = layout
    self.kernels = kernels
    self.stride = stride
    self.premultipliedRow = premultipliedRow
    self.sums = sums
    self.ring = ring
    self.line = line
    self.slots = slots
  }

  /// Takes the next source row, from the first used column on.
  mutating func append(
    _ source: UnsafePointer<UInt8>, to canvas: inout UprightCanvas, keepsStraightAlpha: Bool
  ) {
    defer { row += 1 }
    guard row >= lines.first, row < lines.first + lines.count else { return }
    let bytes = layout.hasStraightAlpha ? premultiply(source) : source
    let target = ring.base + reducedRows % lines.taps * stride
    let count = columns.count * layout.channels
    if columns.factor == 1, lines.factor == 1 {
      kernels.widen(bytes, target, count)
    } else {
      kernels.add(bytes, sums.base, count, rowsInBox == 0)
      rowsInBox += 1
      guard rowsInBox == lines.factor || row == lines.first + lines.count - 1 else { return }
      average(into: target)
      rowsInBox = 0
    }
    reducedRows += 1
    writeRows(to: &canvas, keepsStraightAlpha: keepsStraightAlpha)
  }

  /// Averages the boxes of the summed rows; the last box of a row may have fewer pixels.
  private func average(into target: UnsafeMutablePointer<Float>) {
    let (channels, factor) = (layout.channels, columns.factor)
    let whole = columns.count / factor
    let rest = columns.count - whole * factor
    func cells(_ count: Int, factor: Int) -> BoxReduction.Cells {
      BoxReduction.Cells(
        count: count, channels: channels, factor: factor, scale: 1 / Float(factor * rowsInBox))
    }
    kernels.average(sums.base, cells(whole, factor: factor), target)
    guard rest > 0 else { return }
    kernels.average(
      sums.base + whole * factor * channels, cells(1, factor: rest), target + whole * channels)
  }

  private mutating func writeRows(to canvas: inout UprightCanvas, keepsStraightAlpha: Bool) {
    while nextOutput < lines.output {
      let start = Int(lines.starts[nextOutput])
      guard start + lines.taps <= reducedRows else { return }
      mixRows(start: start)
      canvas.appendRow { target in
        mixColumns(into: target)
        if keepsStraightAlpha, layout.hasAlpha { unpremultiply(target, count: columns.output) }
      }
      nextOutput += 1
    }
  }

  private func mixRows(start: Int) {
    for tap in 0..<lines.taps { slots.base[tap] = UnsafePointer(ring.base + (start + tap) % lines.taps * stride) }
    lines.weights.withUnsafeBufferPointer { weights in
      guard let base = weights.baseAddress else { return }
      kernels.mixRows(
        slots.base, base + nextOutput * lines.weightStride, lines.taps, line.base, columns.reduced * layout.channels)
    }
  }

  private func mixColumns(into target: UnsafeMutablePointer<UInt8>) {
    columns.starts.withUnsafeBufferPointer { starts in
      columns.weights.withUnsafeBufferPointer { weights in
        guard let starts = starts.baseAddress, let weights = weights.baseAddress else { return }
        let columns = LanczosFilter.Columns(
          starts: starts, weights: weights, stride: columns.weightStride, count: columns.output)
        kernels.mixColumns(line.base, columns, layout, target)
      }
    }
  }

  private func premultiply(_ source: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    if layout == .grayAlpha8 {
      premultiplyGray(source, into: premultipliedRow.base, count: columns.count)
    } else {
      kernels.premultiply(source, premultipliedRow.base, columns.count)
    }
    return UnsafePointer(premultipliedRow.base)
  }

  /// An upper bound of the memory taken for such rows, as a number that cannot overflow.
  static func memoryNeeded(source: PixelSize, layout: RowLayout, geometry: DecodeGeometry) -> Double {
    let output = geometry.codedOutput
    guard output != source else { return 0 }
    let columns = bound(source: source.width, output: output.width)
    let lines = bound(source: source.height, output: output.height)
    let (channels, padding) = (Double(layout.channels), Double(padding))
    // A premultiplied byte and a 16-bit sum for each source value.
    let rows = (Double(source.width) * channels + padding) * 3
    // A Float for each value of the ring and of one line.
    let ring = (columns.reduced * channels + padding) * (lines.taps + 1) * 4
    // A Float for each weight, a start and a row's address for each set of them.
    let weights =
      (Double(output.width) * (columns.taps + 3) + Double(output.height) * (lines.taps + 3)) * 4
      + Double(output.width + output.height) * 4 + lines.taps * 8
    return rows + ring + weights
  }

  /// The most reduced values and taps a side can come to, whatever part of it is shown.
  private static func bound(source: Int, output: Int) -> (reduced: Double, taps: Double) {
    let factor = ResampleAxis.factor(ratio: Double(source) / Double(output))
    // Showing less than the whole lowers the ratio and with it the box, but never below twice the output.
    let reduced =
      factor == 1 ? source : min(source, max(source / factor + 1, output > source / 4 ? source : output * 4 + 4))
    // The step from reduced to output values is below 4, unless the box is as large as boxes get.
    let taps = min(source, max(ResampleAxis.taps(ratio: Double(source) / Double(output)), 25))
    return (Double(reduced), Double(taps))
  }
}
