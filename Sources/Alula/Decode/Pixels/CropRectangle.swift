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

  /// This part of an upright picture of `size` as it is stored. Exif 2.3, tag 0x0112: for 2, 3, 7 and 8 columns are stored the other way
  /// round, for 3, 4, 6 and 7 rows.
  func coded(_ orientation: Orientation, in size: PixelSize) -> CropRectangle {
    var part = orientation.isTransposed ? transposed : self
    let coded = orientation.isTransposed ? size.transposed : size
    if [.upMirrored, .down, .rightMirrored, .left].contains(orientation) {
      part.x = Double(coded.width) - part.x - part.width
    }
    if [.down, .downMirrored, .right, .rightMirrored].contains(orientation) {
      part.y = Double(coded.height) - part.y - part.height
    }
    return part
  }

  /// The same part with x and y exchanged, as for EXIF orientations 5 to 8.
  var transposed: CropRectangle { CropRectangle(x: y, y: x, width: height, height: width) }
}
