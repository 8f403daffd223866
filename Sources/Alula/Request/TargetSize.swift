/// The size a picture will be shown at. Decoding produces about that many pixels and no more.
///
/// One rule for odd sizes: a side that is zero, negative or not a number is an error
/// (`LoadError.Code.invalidTargetSize`), because nothing can be shown at it. A side that is infinite, or larger than
/// any picture, does not constrain. A picture is never enlarged unless `allowsEnlarging` is set.
public struct TargetSize: Hashable, Sendable {
  /// How a picture of another shape meets the target.
  public enum Mode: Hashable, Sendable {
    /// The whole picture inside the target; one side may be shorter.
    case fit
    /// The target covered; what is outside it is cut off, the same amount on both sides.
    case fill
  }

  /// Width in points.
  public var width: Double
  /// Height in points.
  public var height: Double
  /// Pixels a point. 1 for sizes in pixels.
  public var scale: Double
  /// Fit inside, or fill and cut. Default `.fit`.
  public var mode: Mode
  /// Whether a picture smaller than the target is enlarged to it. Off by default.
  public var allowsEnlarging: Bool

  /// A target of these parts. Nothing is checked here; see above for odd sizes.
  public init(width: Double, height: Double, scale: Double = 1, mode: Mode = .fit, allowsEnlarging: Bool = false) {
    self.width = width
    self.height = height
    self.scale = scale
    self.mode = mode
    self.allowsEnlarging = allowsEnlarging
  }

  /// A target in pixels.
  public static func pixels(_ width: Double, _ height: Double, mode: Mode = .fit) -> TargetSize {
    TargetSize(width: width, height: height, mode: mode)
  }

  /// A target in points on a display with `scale` pixels a point.
  public static func points(_ width: Double, _ height: Double, scale: Double, mode: Mode = .fit) -> TargetSize {
    TargetSize(width: width, height: height, scale: scale, mode: mode)
  }
}
