/// Smooth random values on a plane: the same seed and place give the same value, on every machine.
struct Noise {
  private let seed: UInt32

  init(seed: Int) { self.seed = UInt32(truncatingIfNeeded: seed) &* 0x9E37_79B9 }

  /// 0 to 1, for one cell of the grid.
  @inline(__always)
  func cell(_ x: Int32, _ y: Int32) -> Float {
    var hash = UInt32(bitPattern: x) &* 0x85EB_CA6B &+ UInt32(bitPattern: y) &* 0xC2B2_AE35 &+ seed
    hash = (hash ^ (hash >> 15)) &* 0x2C1B_3C6D
    hash = (hash ^ (hash >> 13)) &* 0x297A_2D39
    return Float((hash ^ (hash >> 16)) >> 8) * (1 / 16_777_216)
  }

  /// 0 to 1, smooth between the cells' corners.
  @inline(__always)
  func value(_ x: Float, _ y: Float) -> Float {
    let (floorX, floorY) = (x.rounded(.down), y.rounded(.down))
    let (column, row) = (Int32(floorX), Int32(floorY))
    let (fractionX, fractionY) = (smooth(x - floorX), smooth(y - floorY))
    let top = mix(cell(column, row), cell(column &+ 1, row), fractionX)
    let bottom = mix(cell(column, row &+ 1), cell(column &+ 1, row &+ 1), fractionX)
    return mix(top, bottom, fractionY)
  }

  /// 0 to 1: `octaves` layers, each of double frequency and half the weight.
  @inline(__always)
  func fractal(_ x: Float, _ y: Float, octaves: Int) -> Float {
    var (sum, weight, total, scale) = (Float(0), Float(1), Float(0), Float(1))
    for octave in 0..<octaves {
      sum += weight * value(x * scale + Float(octave) * 17.3, y * scale - Float(octave) * 9.1)
      total += weight
      weight *= 0.5
      scale *= 2
    }
    return sum / total
  }

  /// 0 to 1 along a line, with sharp crests where `fractal` is round.
  func peaks(_ x: Float, _ row: Int32, octaves: Int) -> Float {
    var (sum, weight, total, scale) = (Float(0), Float(1), Float(0), Float(1))
    for octave in 0..<octaves {
      let place = x * scale + Float(octave) * 17.3
      let left = place.rounded(.down)
      sum += weight * mix(cell(Int32(left), row), cell(Int32(left) + 1, row), place - left)
      total += weight
      weight *= 0.5
      scale *= 2
    }
    return sum / total
  }

  @inline(__always)
  private func smooth(_ t: Float) -> Float { t * t * (3 - 2 * t) }
  @inline(__always)
  private func mix(_ a: Float, _ b: Float, _ t: Float) -> Float { a + (b - a) * t }
}
