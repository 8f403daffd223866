/// A width and height in pixels.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  /// Pixels in a row.
  public var width: Int
  /// Number of rows.
  public var height: Int

  /// A size of these sides. Not checked.
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

  /// "300×200".
  public var description: String { "\(width)×\(height)" }
}
