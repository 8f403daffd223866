/// A width and height in pixels.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// `width × height`, or `nil` when that does not fit an `Int` or a side is negative.
  public var pixelCount: Int? {
    guard width >= 0, height >= 0 else { return nil }
    let (product, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? nil : product
  }

  /// The same size with width and height exchanged, as for EXIF orientations 5 to 8.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }

  public var description: String { "\(width)×\(height)" }
}
