#if os(Linux)
  /// The resampling half of a `RowScaler`: sums rows into boxes, keeps the last reduced rows in a ring, and writes an
  /// output row as soon as its taps are there.
  struct RowReduction: ~Copyable {
    private let columns: ResampleAxis
    private let lines: ResampleAxis
    private let layout: RowLayout
    /// Values in a reduced row, with room for reads of whole vectors.
    private let stride: Int
    private let premultipliedRow: PixelBuffer<UInt8>
    private let sums: PixelBuffer<UInt16>
    private let ring: PixelBuffer<Int16>
    private let line: PixelBuffer<Int16>
    private var row = 0
    private var rowsInBox = 0
    private var reducedRows = 0
    private var nextOutput = 0

    /// Values read past the end of a row, at most.
    static let padding = 16

    /// - Parameter isUsed: When false no memory is taken and nothing may be appended.
    init(columns: ResampleAxis, lines: ResampleAxis, layout: RowLayout, isUsed: Bool) throws(LoadError) {
      let channels = layout.channels
      let stride = isUsed ? columns.reduced * channels + Self.padding : 0
      let (ringCount, overflow) = stride.multipliedReportingOverflow(by: lines.taps)
      guard !overflow else { throw LoadError(.tooManyPixels, "No memory for the rows of a picture.") }
      let sourceCount = isUsed ? columns.count * channels + Self.padding : 0
      let premultipliedRow = try PixelBuffer<UInt8>(count: layout.hasStraightAlpha ? sourceCount : 0)
      let sums = try PixelBuffer<UInt16>(count: sourceCount)
      let ring = try PixelBuffer<Int16>(count: ringCount)
      let line = try PixelBuffer<Int16>(count: stride)
      // What lies in the padding is multiplied and thrown away, but must not be read uninitialized.
      ring.base.update(repeating: 0, count: ringCount)
      line.base.update(repeating: 0, count: stride)
      sums.base.update(repeating: 0, count: sourceCount)
      self.columns = columns
      self.lines = lines
      self.layout = layout
      self.stride = stride
      self.premultipliedRow = premultipliedRow
      self.sums = sums
      self.ring = ring
      self.line = line
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
        BoxReduction.widen(bytes, into: target, count: count)
      } else {
        BoxReduction.add(bytes, to: sums.base, count: count, isFirst: rowsInBox == 0)
        rowsInBox += 1
        guard rowsInBox == lines.factor || row == lines.first + lines.count - 1 else { return }
        BoxReduction.average(
          sums.base, pixels: columns.count, channels: layout.channels, factor: columns.factor, rows: rowsInBox,
          into: target)
        rowsInBox = 0
      }
      reducedRows += 1
      writeRows(to: &canvas, keepsStraightAlpha: keepsStraightAlpha)
    }

    private mutating func writeRows(to canvas: inout UprightCanvas, keepsStraightAlpha: Bool) {
      while nextOutput < lines.output {
        let start = Int(lines.starts[nextOutput])
        guard start + lines.taps <= reducedRows else { return }
        mixRows(start: start)
        canvas.appendRow { target in
          LanczosFilter.mixColumns(line.base, axis: columns, layout: layout, into: target)
          if keepsStraightAlpha, layout.hasAlpha { unpremultiply(target, count: columns.output) }
        }
        nextOutput += 1
      }
    }

    private func mixRows(start: Int) {
      lines.weights.withUnsafeBufferPointer { weights in
        guard let base = weights.baseAddress else { return }
        LanczosFilter.mixRows(
          ring: ring.base, stride: stride, oldest: start % lines.taps, taps: lines.taps,
          weights: base + nextOutput * lines.taps, into: line.base, count: columns.reduced * layout.channels)
      }
    }

    private func premultiply(_ source: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
      let target = premultipliedRow.base
      if layout == .grayAlpha8 {
        for index in 0..<columns.count {
          target[index * 2] = premultiplied(source[index * 2], source[index * 2 + 1])
          target[index * 2 + 1] = source[index * 2 + 1]
        }
      } else {
        Alula.premultiply(source, into: target, count: columns.count)
      }
      return UnsafePointer(target)
    }

    /// An upper bound of the memory taken for such rows; `nil` when the number does not fit an `Int`.
    static func memoryNeeded(source: PixelSize, layout: RowLayout, geometry: DecodeGeometry) -> Int? {
      let output = geometry.codedOutput
      let columns = bound(source: source.width, output: output.width)
      let lines = bound(source: source.height, output: output.height)
      // A premultiplied byte and a 16-bit sum for each source value; 16 bits for each value of the ring and of one line.
      let (values, overflow) = source.width.multipliedReportingOverflow(by: layout.channels * 3)
      let (stride, overflow2) = columns.reduced.multipliedReportingOverflow(by: layout.channels * 2)
      let (ring, overflow3) = stride.multipliedReportingOverflow(by: lines.taps + 1)
      let (weightsX, overflow4) = output.width.multipliedReportingOverflow(by: columns.taps * 2 + 8)
      let (weightsY, overflow5) = output.height.multipliedReportingOverflow(by: lines.taps * 2 + 8)
      guard !overflow, !overflow2, !overflow3, !overflow4, !overflow5 else { return nil }
      return [ring, weightsX, weightsY, (lines.taps + 4) * padding * 2].reduce(values) { sum, part in
        sum.flatMap { sum in
          let (total, overflow) = sum.addingReportingOverflow(part)
          return overflow ? nil : total
        }
      }
    }

    /// The most reduced values and taps a side can come to, whatever part of it is shown.
    private static func bound(source: Int, output: Int) -> (reduced: Int, taps: Int) {
      let factor = ResampleAxis.factor(ratio: Double(source) / Double(output))
      // Showing less than the whole lowers the ratio and with it the box, but never below twice the output.
      let reduced = factor == 1 ? source : min(source, max(source / factor + 1, output * 4 + 4))
      // The step from reduced to output values is below 4, unless the box is as large as boxes get.
      return (reduced, min(source, max(ResampleAxis.taps(ratio: Double(source) / Double(output)), 25)))
    }
  }
#endif
