public import Foundation

/// Makes pixels from bytes. One requirement; called on a decoding thread, never on the main one.
public protocol ImageDecoder: Sendable {
  /// Decodes the first frame at about `options.target`.
  ///
  /// Looks at `Task.isCancelled` between rows and throws `LoadError.Code.cancelled` when it is set. Damaged and
  /// truncated data are errors; nothing is served half, unless `DecodeOptions.allowsPartial` asks for it. Keeps to `options.budget`: a
  /// bitmap over its memory is refused behind this call, when the memory was taken already. A bitmap that is larger than the target is
  /// shown as it is; `Bitmap.applying([.resize(target)], within: options.budget)` makes it that size.
  func decode(_ data: Data, options: DecodeOptions) throws(LoadError) -> Bitmap
}

/// How to decode. Part of the key of a decoded image.
public struct DecodeOptions: Hashable, Sendable {
  /// The size to decode at; `nil` for every pixel.
  public var target: TargetSize?
  /// Whether embedded ICC profiles are converted to sRGB. On by default.
  public var convertsColor = true
  /// Whether data that end too soon give the part of the picture that is there, as a preview while the rest is still on its way. Off by
  /// default: then they are an error, `LoadError.Code.truncated`. The pipeline never asks for it, so no cache takes a part for the whole.
  ///
  /// The bitmap has its whole size; what the data do not say is transparent. Rows that come out are those of the whole picture; where
  /// rows are mixed the last few are left out. Progressive JPEG, interlaced PNG and interlaced GIF are as fine as what came of them.
  /// What turns out to be cut off is decoded a second time; `Bitmap.isPartial` says that it was. When not even one row can be made, and
  /// for damaged data, the errors are as without it. JPEG, PNG, WebP and GIF on Linux; other formats are whole or an error.
  public var allowsPartial = false
  /// What the decode may take. Default: `DecodeBudget()`.
  public var budget = DecodeBudget()

  /// Options with the defaults and, when given, a size to decode at.
  public init(target: TargetSize? = nil) { self.target = target }
}

/// What one decode may take. Checked against the header before memory is taken.
public struct DecodeBudget: Hashable, Sendable {
  /// The most pixels a header may claim. Default 268 million (16,384 × 16,384). For thumbnails of pictures that are decoded row by row
  /// this bounds the time (a grey PNG of 30,000 × 30,000 takes a third of a second), and `maximumMemory` the memory: who shows larger
  /// pictures may raise it alone. Sides above 16,777,216 pixels are refused whatever it says.
  public var maximumPixels: Int
  /// The most memory one decode may need at its peak, the bitmap included. Default 256 MB.
  public var maximumMemory: ByteCount

  /// A budget in pixels that a header may claim and bytes at the peak.
  public init(maximumPixels: Int = 1 << 28, maximumMemory: ByteCount = .megabytes(256)) {
    self.maximumPixels = maximumPixels
    self.maximumMemory = maximumMemory
  }
}
