import Alula

/// What is done to a picture, as the command line says it.
struct ThumbnailSteps: Sendable {
  private let target: TargetSize?
  private let focalPoint: FocalPoint?
  /// What is done after decoding and cutting to the target.
  private let transforms: [AnyImageTransform]

  init(_ arguments: inout Arguments) throws(UsageError) {
    let scale = try arguments.takeAmount("--scale") ?? 1
    let focalPoint = try arguments.takeFocalPoint("--focus")
    var target = try arguments.takeTarget()
    target?.scale = scale
    let crop = try arguments.takeSides("--crop")
    let isCircle = arguments.takeFlag("--circle")
    let radius = try arguments.takeAmount("--round")
    guard !isCircle || radius == nil else { throw UsageError(message: "--circle and --round exclude each other.") }
    guard focalPoint == nil || target?.mode == .fill || crop != nil || isCircle else {
      throw UsageError(message: "--focus needs --fill, --crop or --circle.")
    }
    var transforms: [AnyImageTransform] = []
    let focus = focalPoint ?? .center
    if let crop {
      transforms.append(
        .crop(
          width: .points(crop.width, scale: scale), height: .points(crop.height, scale: scale), focalPoint: focus))
    }
    if arguments.takeFlag("--mono") { transforms.append(.monochrome()) }
    if let color = try arguments.takeColor("--tint") { transforms.append(.tint(color)) }
    if let radius = try arguments.takeAmount("--blur") {
      transforms.append(.blur(radius: .points(radius, scale: scale)))
    }
    // A circle around the focal point, unless the picture was cut around it before.
    let isCut = target?.mode == .fill || crop != nil
    if isCircle { transforms.append(.circle(focalPoint: isCut ? .center : focus)) }
    let corners: CornerRadii = isCircle ? .circle : .all(.points(radius ?? 0, scale: scale))
    if radius != nil { transforms.append(.roundedCorners(corners)) }
    if let border = try arguments.takeBorder("--border") {
      transforms.append(.border(width: .points(border.width, scale: scale), color: border.color, corners: corners))
    }
    (self.target, self.focalPoint, self.transforms) = (target, focalPoint, transforms)
  }

  /// How a picture of `size` is decoded, and what is done then.
  ///
  /// - Parameter isDrawn: whether it has no pixels of its own (SVG), and is as sharp when it is enlarged.
  func plan(for size: PixelSize, isDrawn: Bool = false) -> (target: TargetSize?, transforms: [AnyImageTransform]) {
    guard let target, let focalPoint, target.mode == .fill else { return (target, transforms) }
    // Decoding cuts in the middle. So it makes the whole picture as large as it has to be to cover the target, and what is too much
    // of that is cut after it.
    let (width, height) = (target.width * target.scale, target.height * target.scale)
    let wanted = max(width / Double(size.width), height / Double(size.height))
    let scale = isDrawn ? wanted : min(1, wanted)
    // A hair above a whole number is that number: one pixel more would be resampled again.
    let sides = [size.width, size.height].map { max(1, (Double($0) * scale - 1e-6).rounded(.up)) }
    let cover = TargetSize.pixels(sides[0], sides[1])
    return (cover, [.resize(target, focalPoint: focalPoint)] + transforms)
  }
}
