/// Red, green, blue, 0 to 1, in sRGB.
typealias Color = SIMD3<Float>

extension SIMD3<Float> {
  /// 0xRRGGBB.
  init(_ hex: Int) {
    self.init(Float(hex >> 16 & 255) / 255, Float(hex >> 8 & 255) / 255, Float(hex & 255) / 255)
  }

  /// From this colour (0) to `other` (1).
  @inline(__always)
  func mixed(_ other: Color, _ amount: Float) -> Color { self + (other - self) * amount }
}

/// 0 below `low`, 1 above `high`, smooth between.
@inline(__always)
func smoothStep(_ low: Float, _ high: Float, _ value: Float) -> Float {
  let t = min(1, max(0, (value - low) / (high - low)))
  return t * t * (3 - 2 * t)
}
