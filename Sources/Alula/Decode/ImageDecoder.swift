public import Foundation

/// Makes pixels from bytes. One requirement; called on a decoding thread, never on the main one.
public protocol ImageDecoder: Sendable {
  /// Decodes the first frame at about `options.target`.
  ///
  /// Looks at `Task.isCancelled` between rows and throws `LoadError.Code.cancelled` when it is set. Damaged and
  /// truncated data are errors; nothing is served half.
  func decode(_ data: Data, options: DecodeOptions) throws(LoadError) -> Bitmap
}

/// How to decode. Part of the key of a decoded image.
public struct DecodeOptions: Hashable, Sendable {
  /// The size to decode at; `nil` for every pixel.
  public var target: TargetSize?
  /// Whether embedded ICC profiles are converted to sRGB. On by default.
  public var convertsColor = true
  /// What the decode may take. Default: `DecodeBudget()`.
  public var budget = DecodeBudget()

  /// Options with the defaults and, when given, a size to decode at.
  public init(target: TargetSize? = nil) { self.target = target }
}

/// What one decode may take. Checked against the header before memory is taken.
public struct DecodeBudget: Hashable, Sendable {
  /// The most pixels a header may claim. Default 268 million (16,384 × 16,384).
  public var maximumPixels: Int
  /// The most memory one decode may need at its peak, the bitmap included. Default 256 MB.
  public var maximumMemory: ByteCount

  /// A budget in pixels that a header may claim and bytes at the peak.
  public init(maximumPixels: Int = 1 << 28, maximumMemory: ByteCount = .megabytes(256)) {
    self.maximumPixels = maximumPixels
    self.maximumMemory = maximumMemory
  }
}
