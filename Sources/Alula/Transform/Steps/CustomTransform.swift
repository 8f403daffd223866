/// A closure as a step.
struct CustomTransform: ImageTransform {
  let id: String
  let body: @Sendable (Bitmap) throws(LoadError) -> Bitmap

  var identity: String { "custom \(id)" }

  func apply(to bitmap: Bitmap, within budget: DecodeBudget) throws(LoadError) -> Bitmap { try body(bitmap) }
}
