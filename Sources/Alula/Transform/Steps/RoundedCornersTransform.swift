/// Corners cut round.
struct RoundedCornersTransform: ImageTransform {
  let radii: CornerRadii

  var identity: String { "alula.corners/1 \(radii.text)" }

  func apply(to bitmap: Bitmap, within budget: DecodeBudget) throws(LoadError) -> Bitmap {
    guard radii != .square else { return bitmap }
    return try bitmap.masked(by: RoundedShape(size: bitmap.size, radii: radii), within: budget)
  }
}

/// The largest square around a point, masked to a circle.
struct CircleTransform: ImageTransform {
  let focalPoint: FocalPoint

  var identity: String { "alula.circle/1 \(focalPoint.x) \(focalPoint.y)" }

  func apply(to bitmap: Bitmap, within budget: DecodeBudget) throws(LoadError) -> Bitmap {
    let side = PixelLength.pixels(Double(min(bitmap.width, bitmap.height)))
    let square = try CropTransform(width: side, height: side, focalPoint: focalPoint).apply(to: bitmap, within: budget)
    return try square.masked(by: RoundedShape(size: square.size, radii: .circle), within: budget)
  }
}

extension Bitmap {
  /// The picture where `shape` is, faded by how much of a pixel it covers.
  func masked(by shape: RoundedShape, within budget: DecodeBudget) throws(LoadError) -> Bitmap {
    var coverage = try RowCoverage(shape, width: width)
    let width = width
    return try mappingRows(within: budget) { y, source, target in
      guard !shape.coversRow(y) else { return target.copyMemory(from: source, byteCount: width * 4) }
      let coverage = coverage.read(y)
      var x = 0
      while x < width {
        PixelVector.store(PixelVector.load(source + x &* 4) * coverage[x], target + x &* 4)
        x &+= 1
      }
    }
  }
}
