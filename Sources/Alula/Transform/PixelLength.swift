/// A length in pixels of the picture that a step works on. A number alone is pixels: `.blur(radius: 4)`.
public struct PixelLength: Hashable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// The length in pixels; never negative, 0 for not-a-number.
  public let pixels: Double

  private init(_ pixels: Double) { self.pixels = pixels > 0 ? pixels : 0 }

  /// A whole number of pixels.
  public init(integerLiteral value: Int) { self.init(Double(value)) }

  /// A number of pixels.
  public init(floatLiteral value: Double) { self.init(value) }

  /// A number of pixels; a negative one and not-a-number are 0.
  public static func pixels(_ length: Double) -> PixelLength { PixelLength(length) }

  /// A length in points on a display with `scale` pixels a point.
  public static func points(_ length: Double, scale: Double) -> PixelLength { PixelLength(length * scale) }
}
