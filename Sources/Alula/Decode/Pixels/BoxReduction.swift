/// Averages whole-number boxes of source pixels, as the rows come. The averages keep their fractions.
enum BoxReduction {
  /// Adds `count` bytes to 16-bit sums; `isFirst` starts the sums anew.
  static func add(_ row: UnsafePointer<UInt8>, to sums: UnsafeMutablePointer<UInt16>, count: Int, isFirst: Bool) {
    let (source, target) = (UnsafeRawPointer(row), UnsafeMutableRawPointer(sums))
    var index = 0
    while index &+ 16 <= count {
      let bytes = source.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
      var sum = SIMD16<UInt16>(truncatingIfNeeded: bytes)
      if !isFirst { sum &+= target.loadUnaligned(fromByteOffset: index &* 2, as: SIMD16<UInt16>.self) }
      target.storeBytes(of: sum, toByteOffset: index &* 2, as: SIMD16<UInt16>.self)
      index &+= 16
    }
    while index < count {
      sums[index] = (isFirst ? 0 : sums[index]) &+ UInt16(row[index])
      index &+= 1
    }
  }

  /// Boxes side by side.
  struct Cells {
    let count: Int
    /// Values a pixel.
    let channels: Int
    /// Pixels a cell.
    let factor: Int
    /// One over the number of values that were added for each value of a cell.
    let scale: Float
  }

  /// Averages each `factor` pixels of `sums` into `target`. Reads and writes up to four values past the end.
  static func averageCells(
    _ sums: UnsafePointer<UInt16>, _ cells: Cells, into target: UnsafeMutablePointer<Float>
  ) {
    switch cells.channels {
    case 1: averageGray(sums, cells, into: target)
    case 2: averageVectors(sums, cells, channels: 2, into: target)
    case 3: averageVectors(sums, cells, channels: 3, into: target)
    default: averageVectors(sums, cells, channels: 4, into: target)
    }
  }

  /// The same values as numbers with a point: for rows that no box reduces.
  static func widen(_ row: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<Float>, count: Int) {
    let (source, values) = (UnsafeRawPointer(row), UnsafeMutableRawPointer(target))
    var index = 0
    while index &+ 4 <= count {
      let bytes = source.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt8>.self)
      let numbers = floats(SIMD4<UInt32>(truncatingIfNeeded: bytes))
      values.storeBytes(of: numbers, toByteOffset: index &* 4, as: SIMD4<Float>.self)
      index &+= 4
    }
    while index < count {
      target[index] = Float(row[index])
      index &+= 1
    }
  }
}

/// Whole numbers below 2²³ as `Float`: put into the fraction of 2²³, which is then taken off. Swift's own conversion of
/// vectors goes one value at a time.
@inline(__always)
private func floats(_ numbers: SIMD4<UInt32>) -> SIMD4<Float> {
  unsafeBitCast(numbers | SIMD4(repeating: 0x4B00_0000), to: SIMD4<Float>.self) - 8_388_608
}

@inline(__always)
private func averageVectors(
  _ sums: UnsafePointer<UInt16>, _ cells: BoxReduction.Cells, channels: Int, into target: UnsafeMutablePointer<Float>
) {
  var source = UnsafeRawPointer(sums)
  var place = UnsafeMutableRawPointer(target)
  for _ in 0..<cells.count {
    var sum = SIMD4<UInt32>.zero
    var left = cells.factor
    while left > 0 {
      sum &+= SIMD4<UInt32>(truncatingIfNeeded: source.loadUnaligned(as: SIMD4<UInt16>.self))
      source += channels &* 2
      left &-= 1
    }
    place.storeBytes(of: floats(sum) * cells.scale, as: SIMD4<Float>.self)
    place += channels &* 4
  }
}

@inline(__always)
private func averageGray(
  _ sums: UnsafePointer<UInt16>, _ cells: BoxReduction.Cells, into target: UnsafeMutablePointer<Float>
) {
  var source = sums
  for cell in 0..<cells.count {
    var sum: UInt32 = 0
    var left = cells.factor
    while left > 0 {
      sum &+= UInt32(source.pointee)
      source += 1
      left &-= 1
    }
    target[cell] = Float(sum) * cells.scale
  }
}
