/// A colour over the picture, source-atop (Porter and Duff, 1984): `color × picture's alpha + picture × (1 − color's alpha)`.
struct TintTransform: ImageTransform {
  let color: ImageColor

  var identity: String { "alula.tint/1 \(color)" }

  func apply(to bitmap: Bitmap, within budget: DecodeBudget) throws(LoadError) -> Bitmap {
    guard color.alpha > 0 else { return bitmap }
    // Per unit of the picture's alpha; the sum of both alphas' shares is 1, so alpha stays.
    let paint = color.premultiplied / 255
    let rest = 1 - paint.w
    return try bitmap.mappingPixels(within: budget) { pixel in
      var result = paint * pixel.w + pixel * rest
      result.w = pixel.w
      return result
    }
  }
}
