/// Another size, by the resampler of decoding.
struct ResizeTransform: ImageTransform {
  enum Goal: Sendable {
    case target(TargetSize, FocalPoint)
    case exact(width: PixelLength, height: PixelLength)
  }

  let goal: Goal

  var identity: String {
    switch goal {
    case .target(let target, let focus):
      // Equal targets in points and pixels are one.
      let (width, height) = (target.width * target.scale, target.height * target.scale)
      return "alula.resize/1 \(width) \(height) \(target.mode) \(target.allowsEnlarging) \(focus.x) \(focus.y)"
    case .exact(let width, let height): return "alula.resize/1 \(width.pixels) \(height.pixels) exact"
    }
  }

  /// What is wrong with the goal.
  var fault: LoadError? {
    switch goal {
    case .target(let target, _):
      do throws(LoadError) { _ = try target.inPixels() } catch { return error }
      return nil
    case .exact(let width, let height):
      let isValid = [width, height].allSatisfy { $0.pixels > 0 && $0.pixels.isFinite }
      guard !isValid else { return nil }
      return LoadError(
        .invalidTargetSize,
        "Both sides of a picture must be above zero and finite, not \(width.pixels) × \(height.pixels).")
    }
  }

  func apply(to bitmap: Bitmap, within budget: DecodeBudget) throws(LoadError) -> Bitmap {
    try bitmap.resampled(by: geometry(of: bitmap.size), within: budget)
  }

  private func geometry(of size: PixelSize) throws(LoadError) -> DecodeGeometry {
    switch goal {
    case .target(let target, let focalPoint):
      return try DecodeGeometry(codedSize: size, orientation: .up, target: target, focalPoint: focalPoint)
    case .exact(let width, let height):
      return try DecodeGeometry(stretching: size, to: PixelSize(width: try side(width), height: try side(height)))
    }
  }

  private func side(_ length: PixelLength) throws(LoadError) -> Int {
    guard length.pixels <= 1e9 else {
      throw LoadError(.tooManyPixels, "A side of \(length.pixels) pixels is too long.")
    }
    return max(1, Int(length.pixels.rounded()))
  }
}

extension Bitmap {
  /// The part that `geometry` shows, at its size. The picture itself when that is all of it, unchanged.
  func resampled(by geometry: DecodeGeometry, within budget: DecodeBudget) throws(LoadError) -> Bitmap {
    let (crop, output) = (geometry.crop, geometry.codedOutput)
    let columns = try ResampleAxis(source: width, start: crop.x, span: crop.width, output: output.width)
    let lines = try ResampleAxis(source: height, start: crop.y, span: crop.height, output: output.height)
    if columns.isExact, lines.isExact {
      return try cut(x: columns.first, y: lines.first, size: output, within: budget)
    }
    let needed =
      RowReduction.memoryNeeded(source: size, layout: .rgba8Premultiplied, geometry: geometry)
      + UprightCanvas.memoryNeeded(coded: output, orientation: .up)
    try budget.checkMemory([byteCount.bytes, Int(exactly: needed.rounded(.up))])
    var canvas = try UprightCanvas(coded: output, orientation: .up)
    var reduction = try RowReduction(
      columns: columns, lines: lines, layout: .rgba8Premultiplied, isUsed: true, kernels: .best)
    try withUnsafeBytes { bytes throws(LoadError) in
      for y in 0..<height {
        if y % 64 == 0, Task.isCancelled { throw .cancelled }
        let row = bytes.bindMemory(to: UInt8.self)[(y * bytesPerRow + columns.first * 4)...]
        guard let start = UnsafeBufferPointer(rebasing: row).baseAddress else { continue }
        reduction.append(start, to: &canvas, keepsStraightAlpha: false)
      }
    }
    guard canvas.isComplete else { throw LoadError(.decoding, "The picture has no pixels.") }
    return Bitmap(size: output, adopting: canvas.take())
  }
}
