import Foundation

/// A box whose ends may be a part of a pixel. Three of them one after another have the variance of the Gaussian they stand for
/// (Gwosdek, Grewenig, Bruhn, Weickert, "Theoretical Foundations of Gaussian Convolution by Extended Box Filtering", 2011).
struct BlurBox {
  /// Whole pixels on each side of the middle one.
  let reach: Int
  /// The part of the next pixel on each side.
  let fraction: Float
  /// One over the sum of the weights.
  private let share: Float

  private static let passes = 3.0

  /// - Parameter deviation: The standard deviation of the whole, in pixels, above 0 and finite.
  init(deviation: Double) {
    // A box that reaches n whole pixels has the variance n (n + 1) ÷ 3. The largest that is not above the one needed is taken; the
    // fraction of the next pixels makes up for the rest.
    let variance = deviation * deviation / Self.passes
    let reach = ((1 + 12 * variance).squareRoot() / 2 - 0.5).rounded(.down)
    let width = 2 * reach + 1
    let next = (reach + 1) * (reach + 1)
    let fraction = width * (variance - reach * (reach + 1) / 3) / (2 * (next - variance))
    self.reach = Int(reach)
    self.fraction = Float(min(1, max(0, fraction)))
    share = Float(1 / (width + 2 * fraction))
  }

  /// Blurs `count` values in place; what is beyond an end is like the end. `spare` holds as many.
  func blur(
    _ values: UnsafeMutablePointer<SIMD4<Float>>, _ spare: UnsafeMutablePointer<SIMD4<Float>>, count: Int
  ) {
    pass(values, into: spare, count: count)
    pass(spare, into: values, count: count)
    pass(values, into: spare, count: count)
    values.update(from: spare, count: count)
  }

  private func pass(
    _ source: UnsafeMutablePointer<SIMD4<Float>>, into target: UnsafeMutablePointer<SIMD4<Float>>, count: Int
  ) {
    let last = count - 1
    // The box around the first value: as often the first as it reaches out on the left.
    var sum = source[0] * Float(reach + 1)
    for index in 1..<max(1, min(reach, last) + 1) { sum += source[index] }
    if reach > last { sum += source[last] * Float(reach - last) }
    for index in 0..<count {
      let ends = source[max(0, index &- reach &- 1)] + source[min(last, index &+ reach &+ 1)]
      target[index] = (sum + ends * fraction) * share
      sum += source[min(last, index &+ reach &+ 1)] - source[max(0, index &- reach)]
    }
  }
}
