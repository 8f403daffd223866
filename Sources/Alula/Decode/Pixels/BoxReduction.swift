/// Averages whole-number boxes of source pixels. Values leave with `fractionBits` bits behind the point, so that
/// averaging does not cost the precision of the filter that follows.
enum BoxReduction {
  static let fractionBits = 6

  /// Sums `count` bytes into 16-bit sums; `isFirst` starts the sums anew.
  static func add(_ row: UnsafePointer<UInt8>, to sums: UnsafeMutablePointer<UInt16>, count: Int, isFirst: Bool) {
    if isFirst {
      for index in 0..<count { sums[index] = UInt16(row[index]) }
    } else {
      for index in 0..<count { sums[index] &+= UInt16(row[index]) }
    }
  }

  /// Averages each `factor` pixels of `sums`, which hold `rows` rows, into `target`.
  static func average(
    _ sums: UnsafePointer<UInt16>, pixels: Int, channels: Int, factor: Int, rows: Int,
    into target: UnsafeMutablePointer<Int16>
  ) {
    var start = 0
    var cell = 0
    while start < pixels {
      let width = min(factor, pixels - start)
      let area = UInt32(width * rows)
      for channel in 0..<channels {
        var sum: UInt32 = 0
        for pixel in start..<(start + width) { sum &+= UInt32(sums[pixel * channels + channel]) }
        target[cell * channels + channel] = Int16(
          (UInt64(sum) << UInt64(fractionBits) + UInt64(area / 2)) / UInt64(area))
      }
      start += width
      cell += 1
    }
  }

  /// The same values with a point: for rows that no box reduces.
  static func widen(_ row: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<Int16>, count: Int) {
    for index in 0..<count { target[index] = Int16(row[index]) &<< Int16(fractionBits) }
  }
}
