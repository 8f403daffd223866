/// How coded pixels become the upright output: what part is shown, at how many pixels, turned how.
struct DecodeGeometry: Hashable, Sendable {
  /// The part shown, in coded pixels; the whole picture unless `.fill` cuts.
  let crop: CropRectangle
  /// The same part in upright pixels.
  let uprightCrop: CropRectangle
  /// The output before it is turned upright.
  let codedOutput: PixelSize
  let orientation: Orientation

  /// The output as it is seen.
  var outputSize: PixelSize { orientation.isTransposed ? codedOutput.transposed : codedOutput }

  /// Whether the output is the rows of `source`, pixel for pixel, where the source is the picture at `scale`.
  func isSource(_ source: PixelSize, scale: Double) -> Bool {
    orientation == .up && codedOutput == source && crop.x == 0 && crop.y == 0
      && crop.width * scale == Double(source.width) && crop.height * scale == Double(source.height)
  }

  /// The geometry for a picture stored as `codedSize`. `target` and `focalPoint` speak of the upright picture: what `.fill` cuts
  /// leaves the focal point as near the middle as can be.
  /// - Throws: `.invalidTargetSize` for a target that nothing can be shown at, `.tooManyPixels` for an output that no
  ///   memory could hold, `.decoding` for a picture without pixels.
  init(
    codedSize: PixelSize, orientation: Orientation, target: TargetSize?, focalPoint: FocalPoint = .center
  ) throws(LoadError) {
    guard codedSize.width > 0, codedSize.height > 0 else { throw LoadError(.decoding, "The picture has no pixels.") }
    self.orientation = orientation
    let upright = orientation.isTransposed ? codedSize.transposed : codedSize
    let shown: Shown
    if let target {
      let limits = try Limits(target)
      shown =
        target.mode == .fit ? try Shown(fitting: upright, limits) : try Shown(filling: upright, limits, focalPoint)
    } else {
      shown = Shown(crop: CropRectangle(whole: upright), output: upright)
    }
    try Self.check(shown.output)
    uprightCrop = shown.crop
    crop = shown.crop.coded(orientation, in: upright)
    codedOutput = orientation.isTransposed ? shown.output.transposed : shown.output
  }

  /// The whole of an upright picture of `size` at `output` pixels, whatever becomes of its shape.
  /// - Throws: `.tooManyPixels` for an output that no memory could hold.
  init(stretching size: PixelSize, to output: PixelSize) throws(LoadError) {
    try Self.check(output)
    crop = CropRectangle(whole: size)
    (uprightCrop, codedOutput, orientation) = (crop, output, .up)
  }

  /// No picture has a longer side. A row costs as much as some dozen pixels, so the number of pixels alone would not bound the time.
  static let longestSide = 16_777_216

  private static func check(_ output: PixelSize) throws(LoadError) {
    guard let pixels = output.pixelCount, pixels <= maximumPixels else {
      throw LoadError(.tooManyPixels, "A picture of \(output) pixels is too large to hold.")
    }
  }

  /// 65,536 × 65,536: more than any decode budget allows, and small enough for byte counts never to overflow.
  private static let maximumPixels = 1 << 32
}

/// The sides of a target in pixels; `nil` does not constrain.
private struct Limits {
  let width: Double?
  let height: Double?
  let allowsEnlarging: Bool

  init(_ target: TargetSize) throws(LoadError) {
    // Written so that not-a-number fails every test.
    guard target.width > 0, target.height > 0, target.scale > 0, target.scale.isFinite else {
      throw LoadError(.invalidTargetSize, "The target size must be above zero.")
    }
    // When pictures may grow, a huge side is a wish that must be refused, not one to pass over.
    let largest = target.allowsEnlarging ? Double.greatestFiniteMagnitude : Double(DecodeGeometry.longestSide)
    let (width, height) = (target.width * target.scale, target.height * target.scale)
    self.width = width <= largest ? width : nil
    self.height = height <= largest ? height : nil
    allowsEnlarging = target.allowsEnlarging
  }

  /// The scale chosen by `choose` from those the constraining sides ask for; 1 when none does.
  func scale(of size: PixelSize, choose: (Double, Double) -> Double) -> Double {
    let across = width.map { $0 / Double(size.width) }
    let down = height.map { $0 / Double(size.height) }
    let wanted: Double
    switch (across, down) {
    case (let across?, let down?): wanted = choose(across, down)
    case (let only?, nil), (nil, let only?): wanted = only
    case (nil, nil): wanted = 1
    }
    return allowsEnlarging ? wanted : min(1, wanted)
  }
}

/// A part of the upright picture and the pixels it is shown at.
private struct Shown {
  let crop: CropRectangle
  let output: PixelSize

  init(crop: CropRectangle, output: PixelSize) {
    self.crop = crop
    self.output = output
  }

  /// The whole picture inside the limits.
  init(fitting size: PixelSize, _ limits: Limits) throws(LoadError) {
    let scale = limits.scale(of: size, choose: min)
    crop = CropRectangle(whole: size)
    output = PixelSize(width: try pixels(size.width, scale), height: try pixels(size.height, scale))
  }

  /// The limits covered, the rest cut off so that `focalPoint` comes near the middle.
  init(filling size: PixelSize, _ limits: Limits, _ focalPoint: FocalPoint) throws(LoadError) {
    let scale = limits.scale(of: size, choose: max)
    let across = try Cut(side: size.width, scale: scale, limit: limits.width, focus: focalPoint.x)
    let down = try Cut(side: size.height, scale: scale, limit: limits.height, focus: focalPoint.y)
    crop = CropRectangle(x: across.start, y: down.start, width: across.length, height: down.length)
    output = PixelSize(width: across.output, height: down.output)
  }
}

/// One side of a filling picture: where the shown part starts, how long it is, and at how many pixels it is shown.
private struct Cut {
  let start: Double
  let length: Double
  let output: Int

  init(side: Int, scale: Double, limit: Double?, focus: Double) throws(LoadError) {
    let whole = try pixels(side, scale)
    output = try min(whole, limit.map { limit throws(LoadError) in try pixels(1, limit) } ?? whole)
    guard output < whole else {
      (start, length) = (0, Double(side))
      return
    }
    length = min(Double(side), Double(output) / scale)
    let margin = FocalPoint.start(of: length, in: Double(side), focus: focus)
    // Nothing is resampled at full scale, so the cut goes between pixels, never through them.
    start = scale == 1 ? margin.rounded(.down) : margin
  }
}

/// `side × scale` rounded, at least 1.
private func pixels(_ side: Int, _ scale: Double) throws(LoadError) -> Int {
  let length = (Double(side) * scale).rounded()
  guard length <= 9e15 else { throw LoadError(.tooManyPixels, "A side of \(length) pixels is too long.") }
  return max(1, Int(length))
}
