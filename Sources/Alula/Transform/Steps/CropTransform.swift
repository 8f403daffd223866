import Foundation

/// A part of the picture, pixel by pixel.
struct CropTransform: ImageTransform {
  let width: PixelLength
  let height: PixelLength
  let focalPoint: FocalPoint

  var identity: String { "alula.crop/1 \(width.pixels) \(height.pixels) \(focalPoint.x) \(focalPoint.y)" }

  func apply(to bitmap: Bitmap, within budget: DecodeBudget) throws(LoadError) -> Bitmap {
    let across = Self.part(width, of: bitmap.width, focus: focalPoint.x)
    let down = Self.part(height, of: bitmap.height, focus: focalPoint.y)
    let size = PixelSize(width: across.count, height: down.count)
    return try bitmap.cut(x: across.lowerBound, y: down.lowerBound, size: size, within: budget)
  }

  /// At least one pixel, at most the whole side.
  static func part(_ length: PixelLength, of side: Int, focus: Double) -> Range<Int> {
    let count = max(1, Int(min(Double(side), length.pixels.rounded())))
    let start = Int(FocalPoint.start(of: Double(count), in: Double(side), focus: focus))
    return start..<start + count
  }
}

extension Bitmap {
  /// The part of `size` from (x, y) on, which must lie inside. The picture itself when that is all of it.
  func cut(x: Int, y: Int, size part: PixelSize, within budget: DecodeBudget) throws(LoadError) -> Bitmap {
    guard part != size else { return self }
    try budget.checkMemory([byteCount.bytes, product(part.width, part.height, 4)])
    return try Bitmap(size: part) { output in
      withUnsafeBytes { input in
        for row in 0..<part.height {
          let start = (y + row) * bytesPerRow + x * 4
          let source = UnsafeRawBufferPointer(rebasing: input[start..<start + part.width * 4])
          UnsafeMutableRawBufferPointer(rebasing: output[(row * part.width * 4)...]).copyMemory(from: source)
        }
      }
    }
  }
}
