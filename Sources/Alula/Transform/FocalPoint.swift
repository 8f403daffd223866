/// What matters most in a picture, as fractions of its sides: (0, 0) is the top left corner, (1, 1) the bottom right one.
/// A cut keeps it as near the middle as the picture's edges allow.
public struct FocalPoint: Hashable, Sendable {
  /// From the left, 0 to 1.
  public let x: Double
  /// From the top, 0 to 1.
  public let y: Double

  /// A point at these fractions. Values outside 0 to 1 count as the nearest, not-a-number as the middle.
  public init(x: Double, y: Double) {
    (self.x, self.y) = (Self.fraction(x), Self.fraction(y))
  }

  /// The middle.
  public static let center = FocalPoint(x: 0.5, y: 0.5)
  /// The middle of the upper edge.
  public static let top = FocalPoint(x: 0.5, y: 0)
  /// The middle of the lower edge.
  public static let bottom = FocalPoint(x: 0.5, y: 1)
  /// The middle of the left edge.
  public static let left = FocalPoint(x: 0, y: 0.5)
  /// The middle of the right edge.
  public static let right = FocalPoint(x: 1, y: 0.5)

  /// Where a part of that length starts in a side, with `focus` as near its middle as can be.
  static func start(of length: Double, in side: Double, focus: Double) -> Double {
    max(0, min(side - length, focus * side - length / 2))
  }

  private static func fraction(_ value: Double) -> Double { value.isNaN ? 0.5 : min(1, max(0, value)) }
}
