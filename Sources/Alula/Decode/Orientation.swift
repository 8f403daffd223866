/// How stored pixels turn into the upright picture (Exif 2.3 tag 0x0112, TIFF 6.0 "Orientation"). Values out of range count as 1.
public enum Orientation: Int, CaseIterable, Hashable, Sendable {
  case up = 1, upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

  /// The orientation for a raw tag value; 1 for anything that is not 1 to 8.
  public init(tag: Int) { self = Orientation(rawValue: tag) ?? .up }

  /// Whether width and height are exchanged (5 to 8).
  public var isTransposed: Bool { rawValue >= 5 }
}
