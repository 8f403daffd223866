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
    var outside = try RowCoverage(outer, width: bitmap.width)
    var inside = try RowCoverage(inner, width: bitmap.width)
    let (columns, paint) = (bitmap.width, color.premultiplied)
    let rest = 1 - paint.w / 255
    return try bitmap.mappingRows(within: budget) { y, source, target in
      let (outside, inside) = (outside.read(y), inside.read(y))
      var x = 0
      while x < columns {
        let ring = max(0, outside[x] - inside[x])
        let pixel = PixelVector.load(source + x &* 4)
        PixelVector.store(paint * ring + pixel * (inside[x] + ring * rest), target + x &* 4)
        x &+= 1
      }
    }
  }
}
