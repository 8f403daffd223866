/// What the container says about a picture, read without decoding pixels.
public struct ImageHeader: Hashable, Sendable {
  /// The format, by the first bytes.
  public var format: ImageFormat
  /// Size as stored.
  public var codedSize: PixelSize
  /// How the stored pixels are turned upright. Default `.up`.
  public var orientation: Orientation = .up
  /// Number of images in the sequence; 1 for a still. Of a HEIC file the pictures that may be shown by themselves: a collection, without
  /// durations.
  public var frames = 1
  /// How often the animation plays; 0 is for ever. 1 for a still.
  public var plays = 1
  /// Raw durations of each frame as the file says them. Empty for a still.
  public var durations: [Duration] = []
  /// Whether pixels may be transparent, as far as the header says.
  public var hasAlpha = false
  /// Bits a sample, as stored.
  public var bitDepth = 8
  /// Name (description) of the embedded ICC profile, when there is one.
  public var colorProfile: String?

  /// The header of an upright, opaque, 8-bit still.
  public init(format: ImageFormat, codedSize: PixelSize) {
    self.format = format
    self.codedSize = codedSize
  }

  /// Size as a person sees it: orientation applied.
  public var size: PixelSize { orientation.isTransposed ? codedSize.transposed : codedSize }
}
