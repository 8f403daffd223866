/// A Gaussian blur by three boxes across and three down.
///
/// Between the two directions values are rounded to bytes, which keeps the memory at input and output and a result within one
/// level. Premultiplied values are blurred, so hidden colours do not bleed.
struct BlurTransform: ImageTransform {
  let radius: PixelLength

  var identity: String { "alula.blur/1 \(radius.pixels)" }

  /// Columns that are blurred together: their pixels in a row fill a cache line.
  private static let strip = 16

  func apply(to bitmap: Bitmap, within budget: DecodeBudget) throws(LoadError) -> Bitmap {
    guard radius.pixels > 0 else { return bitmap }
    let box = BlurBox(deviation: min(10_000, radius.pixels))
    let (width, height) = (bitmap.width, bitmap.height)
    // Each line, and the line that a box makes of it.
    let count = max(width, height * min(width, Self.strip)) + max(width, height)
    try budget.checkMemory([bitmap.byteCount.bytes, bitmap.byteCount.bytes, product(count, 16)])
    let values = try PixelBuffer<SIMD4<Float>>(count: count)
    let spare = values.base + (count - max(width, height))
    return try Bitmap(size: bitmap.size) { output throws(LoadError) in
      guard let target = output.baseAddress else { return }
      bitmap.withUnsafeBytes { input in
        guard let source = input.baseAddress else { return }
        for y in 0..<height {
          let offset = y * width * 4
          for x in 0..<width { values.base[x] = PixelVector.load(source + offset + x * 4) }
          box.blur(values.base, spare, count: width)
          for x in 0..<width { Self.store(values.base[x], target + offset + x * 4) }
        }
      }
      for start in stride(from: 0, to: width, by: Self.strip) {
        if Task.isCancelled { throw .cancelled }
        Self.blurColumns(start..<min(width, start + Self.strip), of: target, bitmap.size, values.base, spare, box)
      }
    }
  }

  private static func blurColumns(
    _ columns: Range<Int>, of pixels: UnsafeMutableRawPointer, _ size: PixelSize,
    _ values: UnsafeMutablePointer<SIMD4<Float>>, _ spare: UnsafeMutablePointer<SIMD4<Float>>, _ box: BlurBox
  ) {
    let (first, count, height) = (columns.lowerBound, columns.count, size.height)
    for y in 0..<height {
      let row = UnsafeRawPointer(pixels) + (y * size.width + first) * 4
      for column in 0..<count { values[column * height + y] = PixelVector.load(row + column * 4) }
    }
    for column in 0..<count { box.blur(values + column * height, spare, count: height) }
    for y in 0..<height {
      let row = pixels + (y * size.width + first) * 4
      for column in 0..<count { store(values[column * height + y], row + column * 4) }
    }
  }

  /// Rounding must not lift a colour above its alpha.
  @inline(__always)
  private static func store(_ value: SIMD4<Float>, _ place: UnsafeMutableRawPointer) {
    let alpha = SIMD4<Float>(repeating: value.w)
    PixelVector.store(value.replacing(with: alpha, where: value .> alpha), place)
  }
}
