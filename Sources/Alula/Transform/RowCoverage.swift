/// How much of each pixel of a row a shape covers, one row at a time. Rows between the corners are alike: they are worked out once.
struct RowCoverage: ~Copyable {
  private let shape: RoundedShape
  private let row: PixelBuffer<Float>
  private var isStraight = false

  /// - Throws: `.tooManyPixels` when memory cannot be had.
  init(_ shape: RoundedShape, width: Int) throws(LoadError) {
    row = try PixelBuffer(count: width + 2)
    self.shape = shape
  }

  /// The covered part of each pixel of row `y`, 0 to 1, until the next call.
  mutating func read(_ y: Int) -> UnsafePointer<Float> {
    let wasStraight = isStraight
    isStraight = shape.isStraight(row: y)
    if !(wasStraight && isStraight) { shape.coverage(ofRow: y, into: row.base) }
    return UnsafePointer(row.base)
  }
}
