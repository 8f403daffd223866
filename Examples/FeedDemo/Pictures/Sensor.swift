import Alula

/// Turns a painting into a photograph: as many pixels as a camera has, and the grain of its sensor, which is what makes the
/// files of real photographs large.
struct Sensor {
  let size: PixelSize
  private static let grain = Noise(seed: 99)

  /// `painting`, of half the size, between whose pixels is interpolated.
  func expose(_ painting: Bitmap) throws(LoadError) -> Bitmap {
    try Bitmap(size: size) { bytes in
      let target = bytes.bindMemory(to: SIMD4<UInt8>.self)
      painting.withUnsafeBytes { bytes in
        let source = bytes.bindMemory(to: SIMD4<UInt8>.self)
        for row in 0..<size.height {
          let (above, below) = neighbours(row, of: painting.height)
          let (upper, lower) = (above * painting.width, below * painting.width)
          for column in 0..<size.width {
            let (near, far) = neighbours(column, of: painting.width)
            // Weights of 9, 3, 3 and 1 sixteenths: each pixel lies a quarter of the way to its neighbour.
            let sum =
              wide(source[upper + near]) &* 9 &+ wide(source[upper + far]) &* 3 &+ wide(source[lower + near]) &* 3
              &+ wide(source[lower + far])
            target[row * size.width + column] = grained(SIMD4(truncatingIfNeeded: (sum &+ 8) &>> 4), column, row)
          }
        }
      }
    }
  }

  /// The painted pixel that a pixel lies in, and the next one on its other side.
  @inline(__always)
  private func neighbours(_ place: Int, of count: Int) -> (near: Int, far: Int) {
    let near = min(count - 1, place / 2)
    return (near, min(count - 1, max(0, place & 1 == 0 ? near - 1 : near + 1)))
  }

  @inline(__always)
  private func wide(_ pixel: SIMD4<UInt8>) -> SIMD4<UInt16> { SIMD4<UInt16>(truncatingIfNeeded: pixel) }

  /// Brighter or darker by up to four steps. Transparent edges stay clean.
  @inline(__always)
  private func grained(_ pixel: SIMD4<UInt8>, _ column: Int, _ row: Int) -> SIMD4<UInt8> {
    guard pixel.w == 255 else { return pixel }
    let step = Int16(Self.grain.cell(Int32(column), Int32(row)) * 9) - 4
    let changed = SIMD4<Int16>(truncatingIfNeeded: pixel) &+ SIMD4(step, step, step, 0)
    return SIMD4<UInt8>(truncatingIfNeeded: changed.clamped(lowerBound: .zero, upperBound: .init(repeating: 255)))
  }
}
