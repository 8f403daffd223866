/// A part of a picture in coded pixels; may start and end between pixels.
struct CropRectangle: Hashable, Sendable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  /// The whole of a picture of `size`.
  init(whole size: PixelSize) {
    self.init(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
  }

  init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The same part with x and y exchanged, as for EXIF orientations 5 to 8.
  var transposed: CropRectangle { CropRectangle(x: y, y: x, width: height, height: width) }
}
