/// The radii of a picture's four corners.
///
/// Where two neighbours do not fit a side, all four shrink by one factor until they do, as CSS Backgrounds Module Level 3 section
/// 4.5 says.
public struct CornerRadii: Hashable, Sendable {
  /// The radius at the top left.
  public var topLeft: PixelLength
  /// The radius at the top right.
  public var topRight: PixelLength
  /// The radius at the bottom left.
  public var bottomLeft: PixelLength
  /// The radius at the bottom right.
  public var bottomRight: PixelLength

  /// Radii corner by corner; those that are not given are square.
  public init(
    topLeft: PixelLength = 0, topRight: PixelLength = 0, bottomLeft: PixelLength = 0, bottomRight: PixelLength = 0
  ) {
    (self.topLeft, self.topRight) = (topLeft, topRight)
    (self.bottomLeft, self.bottomRight) = (bottomLeft, bottomRight)
  }

  /// The same radius at every corner.
  public static func all(_ radius: PixelLength) -> CornerRadii {
    CornerRadii(topLeft: radius, topRight: radius, bottomLeft: radius, bottomRight: radius)
  }

  /// Square corners.
  public static let square = CornerRadii()

  /// As round as can be: a circle on a square picture, half circles at the short sides of another one.
  public static let circle = CornerRadii.all(.pixels(.infinity))

  /// For identities: the four numbers.
  var text: String { "\(topLeft.pixels) \(topRight.pixels) \(bottomLeft.pixels) \(bottomRight.pixels)" }
}
