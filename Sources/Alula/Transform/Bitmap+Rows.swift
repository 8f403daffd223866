extension Bitmap {
  /// A picture of the same size whose rows `body` writes from these: row number, pixels in, pixels out.
  /// - Throws: `.tooManyPixels` over the budget, `.cancelled` between rows once the task is cancelled.
  func mappingRows(
    within budget: DecodeBudget,
    _ body: (_ y: Int, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) -> Void
  ) throws(LoadError) -> Bitmap {
    try budget.checkMemory([byteCount.bytes, byteCount.bytes])
    return try Bitmap(size: size) { output throws(LoadError) in
      try withUnsafeBytes { input throws(LoadError) in
        guard let source = input.baseAddress, let target = output.baseAddress else { return }
        for y in 0..<height {
          if y % 64 == 0, Task.isCancelled { throw .cancelled }
          body(y, source + y * bytesPerRow, target + y * bytesPerRow)
        }
      }
    }
  }

  /// A picture of the same size whose pixels `body` makes from these; values from 0 to 255, premultiplied.
  @inline(__always)
  func mappingPixels(
    within budget: DecodeBudget, _ body: (SIMD4<Float>) -> SIMD4<Float>
  ) throws(LoadError) -> Bitmap {
    let count = bytesPerRow
    return try mappingRows(within: budget) { _, source, target in
      var offset = 0
      while offset < count {
        PixelVector.store(body(PixelVector.load(source + offset)), target + offset)
        offset &+= 4
      }
    }
  }
}
