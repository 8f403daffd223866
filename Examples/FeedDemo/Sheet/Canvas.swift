import Alula

/// Opaque pixels to draw on: bitmaps, shapes with smooth edges, and text of the pixel font.
struct Canvas {
  struct Box {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  let size: PixelSize
  private var pixels: [Color]

  init(size: PixelSize, background: Color) {
    self.size = size
    pixels = [Color](repeating: background, count: size.width * size.height)
  }

  /// What was drawn, as a picture.
  func bitmap() throws(LoadError) -> Bitmap {
    try Bitmap(size: size) { bytes in
      let target = bytes.bindMemory(to: SIMD4<UInt8>.self)
      for (index, color) in pixels.enumerated() {
        let value = color.clamped(lowerBound: .zero, upperBound: .one) * 255
        target[index] = SIMD4<UInt8>(SIMD4(value, 255).rounded(.toNearestOrEven))
      }
    }
  }

  /// Fills a shape inside `box`. What is to the right of the canvas or below it is cut off.
  /// - Parameter distance: how far a place, counted from the box's corner, is outside of the shape; negative inside.
  mutating func fill(_ box: Box, _ color: Color, distance: (Float, Float) -> Float) {
    let (right, bottom) = (min(size.width, box.x + box.width), min(size.height, box.y + box.height))
    guard box.x >= 0, box.y >= 0, box.x < right, box.y < bottom else { return }
    for row in box.y..<bottom {
      for column in box.x..<right {
        let outside = distance(Float(column - box.x) + 0.5, Float(row - box.y) + 0.5)
        let cover = min(1, max(0, 0.5 - outside))
        let index = row * size.width + column
        pixels[index] = pixels[index].mixed(color, cover)
      }
    }
  }

  mutating func fillRounded(_ box: Box, radius: Float, _ color: Color) {
    fill(box, color) { x, y in Self.roundedDistance(x, y, box, radius) }
  }

  /// Puts `bitmap` in the middle of `box`, pixel for pixel, with the box's corners rounded.
  mutating func draw(_ bitmap: Bitmap, in box: Box, radius: Float) {
    let (left, top) = ((box.width - bitmap.width) / 2, (box.height - bitmap.height) / 2)
    bitmap.withUnsafeBytes { bytes in
      for row in 0..<min(bitmap.height, box.height) {
        for column in 0..<min(bitmap.width, box.width) {
          let source = row * bitmap.bytesPerRow + column * 4
          let color = Color(Float(bytes[source]), Float(bytes[source + 1]), Float(bytes[source + 2])) / 255
          let alpha = Float(bytes[source + 3]) / 255
          let outside = Self.roundedDistance(
            Float(column + left) + 0.5, Float(row + top) + 0.5, box, radius)
          let cover = min(1, max(0, 0.5 - outside))
          let index = (box.y + top + row) * size.width + box.x + left + column
          // The bitmap's colours are premultiplied by its alpha.
          pixels[index] = pixels[index] * (1 - alpha * cover) + color * cover
        }
      }
    }
  }

  /// Writes from `x`, `y` (the corner) in squares of `scale` pixels.
  mutating func write(_ text: String, x: Int, y: Int, scale: Int, _ color: Color) {
    for (place, glyph) in PixelFont.rows(of: text).enumerated() {
      for (row, bits) in glyph.enumerated() {
        for column in 0..<PixelFont.width where bits >> (PixelFont.width - 1 - column) & 1 == 1 {
          let left = x + (place * (PixelFont.width + 1) + column) * scale
          fill(Box(x: left, y: y + row * scale, width: scale, height: scale), color) { _, _ in -1 }
        }
      }
    }
  }

  /// The width of `text`, in pixels.
  static func width(of text: String, scale: Int) -> Int {
    max(0, PixelFont.rows(of: text).count * (PixelFont.width + 1) - 1) * scale
  }

  private static func roundedDistance(_ x: Float, _ y: Float, _ box: Box, _ radius: Float) -> Float {
    let half = SIMD2(Float(box.width), Float(box.height)) / 2
    let corner = pointwiseMax(SIMD2(x, y) - half, half - SIMD2(x, y)) - half + radius
    let outside = pointwiseMax(corner, .zero)
    return (outside * outside).sum().squareRoot() + min(0, max(corner.x, corner.y)) - radius
  }
}
