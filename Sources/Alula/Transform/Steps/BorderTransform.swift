/// A border inside the edges.
///
/// A pixel's part inside the border's inner edge keeps the picture, the part between both edges gets the colour over it, the part
/// outside nothing. So an opaque border looks the same whether the picture was cut to the shape before or not.
struct BorderTransform: ImageTransform {
  let width: PixelLength
  let color: ImageColor
  let corners: CornerRadii

  var identity: String { "alula.border/1 \(width.pixels) \(color) \(corners.text)" }

  func apply(to bitmap: Bitmap, within budget: DecodeBudget) throws(LoadError) -> Bitmap {
    guard width.pixels > 0, color.alpha > 0 else { return bitmap }
    let outer = RoundedShape(size: bitmap.size, radii: corners)
    let inner = RoundedShape(size: bitmap.size, radii: corners, inset: width.pixels)
    let outside = try PixelBuffer<Float>(count: bitmap.width + 2)
    let inside = try PixelBuffer<Float>(count: bitmap.width + 2)
    let (columns, paint) = (bitmap.width, color.premultiplied)
    let rest = 1 - paint.w / 255
    return try bitmap.mappingRows(within: budget) { y, source, target in
      outer.coverage(ofRow: y, into: outside.base)
      inner.coverage(ofRow: y, into: inside.base)
      var x = 0
      while x < columns {
        let ring = max(0, outside.base[x] - inside.base[x])
        let pixel = PixelVector.load(source + x &* 4)
        PixelVector.store(paint * ring + pixel * (inside.base[x] + ring * rest), target + x &* 4)
        x &+= 1
      }
    }
  }
}
