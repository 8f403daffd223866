/// One step of `ImageRequest.transforms`, whatever does it. Two are equal when their identities are.
///
///     request.transforms = [.resize(.pixels(300, 300, mode: .fill)), .roundedCorners(radius: 12), .border(width: 2, color: .white)]
///
/// Lengths are pixels of the picture that comes into the step, or points (`PixelLength`). Every step keeps alpha, and colours of
/// pixels with alpha 0 show nowhere.
public struct AnyImageTransform: ImageTransform, Hashable, Sendable {
  /// What the step does, as the step says it.
  public let identity: String
  /// What is wrong with the parameters: loads end with it before anything is asked of a server.
  let fault: LoadError?
  private let base: any ImageTransform

  /// A step of your own type.
  public init(_ transform: some ImageTransform) { self.init(transform, fault: nil) }

  init(_ transform: some ImageTransform, fault: LoadError?) {
    (identity, base, self.fault) = (transform.identity, transform, fault)
  }

  /// The picture after this step.
  /// - Throws: what the step throws, and `.invalidTargetSize` for a `resize` to no size.
  public func apply(to bitmap: Bitmap, within budget: DecodeBudget) throws(LoadError) -> Bitmap {
    if let fault { throw fault }
    return try base.apply(to: bitmap, within: budget)
  }

  /// Compares the identities.
  public static func == (left: AnyImageTransform, right: AnyImageTransform) -> Bool { left.identity == right.identity }

  /// Feeds the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

// MARK: The steps that come with the package

extension AnyImageTransform {
  /// Another size, the shape kept: inside `target` or covering it, by the rules of `TargetSize`. What `.fill` cuts leaves `focalPoint`
  /// as near the middle as can be. Resampled by Lanczos3, as decoding to a size is; where the whole picture is wanted smaller,
  /// `ImageRequest.target` does it for less.
  ///
  /// An invalid target makes loads throw `LoadError.Code.invalidTargetSize`.
  public static func resize(_ target: TargetSize, focalPoint: FocalPoint = .center) -> AnyImageTransform {
    let step = ResizeTransform(goal: .target(target, focalPoint))
    return AnyImageTransform(step, fault: step.fault)
  }

  /// Exactly this size, larger or smaller; the shape is not kept.
  ///
  /// Sides that are zero, negative, infinite or not a number make loads throw `LoadError.Code.invalidTargetSize`.
  public static func resize(width: PixelLength, height: PixelLength) -> AnyImageTransform {
    let step = ResizeTransform(goal: .exact(width: width, height: height))
    return AnyImageTransform(step, fault: step.fault)
  }

  /// A part of that size, nothing resampled, with `focalPoint` as near its middle as can be. A side that is longer than the picture's
  /// is the picture's; a part is at least one pixel wide and high.
  public static func crop(
    width: PixelLength, height: PixelLength, focalPoint: FocalPoint = .center
  ) -> AnyImageTransform {
    AnyImageTransform(CropTransform(width: width, height: height, focalPoint: focalPoint))
  }

  /// Corners cut round, with soft edges. A radius longer than half the shorter side counts as that.
  public static func roundedCorners(radius: PixelLength) -> AnyImageTransform { roundedCorners(.all(radius)) }

  /// Each corner cut round by its own radius, with soft edges.
  public static func roundedCorners(_ radii: CornerRadii) -> AnyImageTransform {
    AnyImageTransform(RoundedCornersTransform(radii: radii))
  }

  /// The largest square around `focalPoint`, masked to a circle with a soft edge.
  public static func circle(focalPoint: FocalPoint = .center) -> AnyImageTransform {
    AnyImageTransform(CircleTransform(focalPoint: focalPoint))
  }

  /// A border inside the picture's edges, laid over it. It follows `corners`, outside of which the picture is cut off: give those
  /// of `.roundedCorners`, or `.circle` after `.circle()`. Width 0 draws nothing; one of half the shorter side covers everything.
  public static func border(
    width: PixelLength, color: ImageColor, corners: CornerRadii = .square
  ) -> AnyImageTransform {
    AnyImageTransform(BorderTransform(width: width, color: color, corners: corners))
  }

  /// A Gaussian blur whose standard deviation is `radius`, as in CSS (Filter Effects Module Level 1); what is beyond an edge is like
  /// the edge. Made of three boxes, which differ from a true Gaussian by at most about 3 % and take the same time at every radius.
  /// Radius 0 changes nothing, one above 10,000 pixels counts as that.
  public static func blur(radius: PixelLength) -> AnyImageTransform {
    AnyImageTransform(BlurTransform(radius: radius))
  }

  /// The colour laid over the picture where the picture is (Porter-Duff source-atop): alpha stays; an opaque colour paints a
  /// silhouette, one with alpha lets the picture shine through.
  public static func tint(_ color: ImageColor) -> AnyImageTransform { AnyImageTransform(TintTransform(color: color)) }

  /// Grey by the luma of ITU-R BT.709: 0.2126 red, 0.7152 green, 0.0722 blue, of the values as they are.
  public static func monochrome() -> AnyImageTransform { AnyImageTransform(MonochromeTransform()) }

  /// Whatever `body` makes of the picture. It runs on a decoding thread, at any number at a time.
  /// - Parameter id: What `body` does, by the rules of `ImageTransform.identity`: results are joined and kept under it.
  public static func custom(
    id: String, _ body: @escaping @Sendable (Bitmap) throws(LoadError) -> Bitmap
  ) -> AnyImageTransform {
    AnyImageTransform(CustomTransform(id: id, body: body))
  }
}
