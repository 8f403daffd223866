#if os(Linux)
  import Foundation

  /// Turns the rows that a codec delivers into the upright bitmap of a geometry while they arrive. Holds a few rows and
  /// the output, never the whole source.
  ///
  /// Rows are premultiplied before pixels are mixed, so hidden colours do not bleed. When output and source have the
  /// same pixels nothing is resampled: bytes pass through unchanged.
  struct RowScaler: ~Copyable {
    private let layout: RowLayout
    private let expansion: RowExpansion
    private let columns: ResampleAxis
    private let lines: ResampleAxis
    private let size: PixelSize
    private let isPassThrough: Bool
    private var canvas: UprightCanvas
    private var reduction: RowReduction

    /// - Parameters:
    ///   - source: The size of the rows that will be appended.
    ///   - scaleX: Source pixels for one coded pixel, exactly: the span of the coded picture is resampled, though the
    ///     source's sides were rounded.
    ///   - scaleY: The same downwards.
    ///   - lastColumn: How much of a pixel the last one of each row is: of averages it may be one over fewer.
    ///   - lastRow: The same downwards.
    ///   - keepsStraightAlpha: Whether the bitmap gets straight colours, for comparing pixels exactly. Colours under
    ///     alpha 0 are 0.
    ///   - kernels: How rows are worked on; the pixels do not depend on it.
    /// - Throws: `.tooManyPixels` when memory cannot be had.
    init(
      source: PixelSize, scaleX: Double, scaleY: Double, layout: RowLayout, geometry: DecodeGeometry,
      lastColumn: Double = 1, lastRow: Double = 1, keepsStraightAlpha: Bool = false, kernels: RowKernels = .best
    ) throws(LoadError) {
      guard source.width > 0, source.height > 0, scaleX > 0, scaleY > 0, scaleX.isFinite, scaleY.isFinite else {
        throw LoadError(.decoding, "The picture has no pixels.")
      }
      let (crop, output) = (geometry.crop, geometry.codedOutput)
      let columns = try ResampleAxis(
        source: source.width, start: crop.x * scaleX, span: crop.width * scaleX, output: output.width,
        lastShare: lastColumn)
      let lines = try ResampleAxis(
        source: source.height, start: crop.y * scaleY, span: crop.height * scaleY, output: output.height,
        lastShare: lastRow)
      let isPassThrough = columns.isExact && lines.isExact
      let canvas = try UprightCanvas(coded: output, orientation: geometry.orientation)
      let reduction = try RowReduction(
        columns: columns, lines: lines, layout: layout, isUsed: !isPassThrough, kernels: kernels)
      expansion = RowExpansion(layout: layout, keepsStraightAlpha: keepsStraightAlpha)
      size = source
      self.layout = layout
      self.columns = columns
      self.lines = lines
      self.isPassThrough = isPassThrough
      self.canvas = canvas
      self.reduction = reduction
    }

    /// Takes the next row: `source.width × channels` bytes. Rows beyond the last one are passed over.
    mutating func append(_ row: UnsafeRawBufferPointer) {
      guard row.count >= size.width * layout.channels, let bytes = row.bindMemory(to: UInt8.self).baseAddress else {
        return
      }
      let start = bytes + columns.first * layout.channels
      guard isPassThrough else {
        reduction.append(start, to: &canvas, keepsStraightAlpha: expansion.keepsStraightAlpha)
        return
      }
      defer { passed += 1 }
      guard passed >= lines.first, passed < lines.first + lines.count else { return }
      let (expansion, count) = (expansion, columns.output)
      canvas.appendRow { target in expansion.expand(start, into: target, count: count) }
    }

    /// Hands out the place for the next rows, at most `most` of them, four bytes a pixel and without gaps; `write` says how many it
    /// wrote. Only where the geometry's output is the source.
    mutating func writeRows(
      atMost most: Int, _ write: (UnsafeMutablePointer<UInt8>, Int) throws(LoadError) -> Int
    ) throws(LoadError) {
      try canvas.writeRows(atMost: most, write)
    }

    /// Rows seen while passing through.
    private var passed = 0

    /// Whether no further row can change the output.
    var isComplete: Bool { canvas.isComplete }

    /// The finished picture, converted to sRGB when it has another usable profile.
    /// - Parameter allowsPartial: Whether missing rows are transparent, as long as one is there.
    /// - Throws: `.truncated` when rows are missing; `.decoding` when the profile cannot be used for want of a library.
    consuming func finish(
      profile: ICCProfile?, convertsColor: Bool, allowsPartial: Bool = false
    ) throws(LoadError) -> Bitmap {
      let rows = canvas.rows
      guard canvas.isComplete || (allowsPartial && rows > 0) else {
        throw LoadError(.truncated, "The image data ends before its last row.")
      }
      let profile = convertsColor ? profile : nil
      if profile != nil { try ColorTransform.check() }
      canvas.fill()
      let output = canvas.orientation.isTransposed ? canvas.coded.transposed : canvas.coded
      let conversion = ColorConversion(
        layout: layout, isStraight: expansion.keepsStraightAlpha, profile: profile)
      conversion.convert(canvas.pixels, count: output.width * output.height)
      canvas.clear(from: rows)
      return Bitmap(size: output, adopting: canvas.take())
    }

    /// The most memory a scaler for such rows takes, bitmap included; `nil` when the number does not fit an `Int`.
    static func memoryNeeded(source: PixelSize, layout: RowLayout, geometry: DecodeGeometry) -> Int? {
      guard source.width > 0, source.height > 0 else { return nil }
      let reduction = RowReduction.memoryNeeded(source: source, layout: layout, geometry: geometry)
      let canvas = UprightCanvas.memoryNeeded(coded: geometry.codedOutput, orientation: geometry.orientation)
      return Int(exactly: (reduction + canvas).rounded(.up))
    }
  }
#endif
