public import Foundation

/// A blurred picture in about 25 bytes, to show while the picture loads: ThumbHash, by Evan Wallace's format. Unlike a BlurHash it
/// knows alpha and the picture's shape.
///
///     let hash = try ThumbHash(base64: "1QcSHQRnh493V4dIh4eXh1h4kJUI")
///     let placeholder = try hash.bitmap()
///
/// A value; any thread. Making a bitmap of 32 × 32 takes about 20 microseconds.
public struct ThumbHash: Hashable, Sendable, CustomStringConvertible {
  /// The bytes, 20 to 30 of them.
  public let data: Data
  /// The average colour, alpha included.
  public let averageColor: ImageColor
  /// About the picture's width ÷ height.
  public let aspectRatio: Double
  /// Whether the picture has transparent parts.
  public let hasAlpha: Bool
  let waves: WaveGrid

  /// The ThumbHash in `bytes`. What follows it is dropped.
  /// - Throws: `LoadError.Code.truncated` for too few bytes, `.decoding` for a picture without a shape.
  public init(_ bytes: some Sequence<UInt8>) throws(LoadError) {
    let bytes = Array(bytes.prefix(64))
    var reader = try ThumbHashReader(bytes)
    waves = try reader.readWaves()
    data = Data(bytes[..<reader.end])
    hasAlpha = reader.header.hasAlpha
    aspectRatio = Double(reader.header.columns) / Double(reader.header.rows)
    let average = Self.straight(waves.values[0])
    averageColor = ImageColor(
      red: Self.byte(average.x), green: Self.byte(average.y), blue: Self.byte(average.z), alpha: Self.byte(average.w))
  }

  /// The ThumbHash that `text` writes in base 64 (RFC 4648 section 4 or 5, with or without padding).
  /// - Throws: `LoadError.Code.decoding` for another text, and as for bytes.
  public init(base64 text: String) throws(LoadError) {
    let digits = text.replacing("-", with: "+").replacing("_", with: "/").prefix(100).prefix { $0 != "=" }
    let padding = String(repeating: "=", count: (4 - digits.count % 4) % 4)
    guard let data = Data(base64Encoded: digits + padding) else {
      throw LoadError(.decoding, "The text is no ThumbHash: it is not in base 64.")
    }
    try self.init(data)
  }

  /// The bytes in base 64 (RFC 4648 section 4), without padding, as web pages carry them.
  public var base64: String { String(data.base64EncodedString().prefix { $0 != "=" }) }

  /// The bytes in base 64.
  public var description: String { base64 }

  /// The blurred picture.
  /// - Parameter size: Its size; `nil` for 32 pixels on the longer side in about the picture's shape. The view enlarges it.
  /// - Throws: `LoadError.Code.invalidTargetSize` for a size without pixels, `.tooManyPixels` for more than a decode may take.
  public func bitmap(size: PixelSize? = nil) throws(LoadError) -> Bitmap {
    try waves.bitmap(size ?? naturalSize, offset: 0.5) { sum in
      let color = Self.straight(sum)
      let limited = color.replacing(with: 0, where: color .< 0).replacing(with: 1, where: color .> 1)
      var premultiplied = limited * limited.w
      premultiplied.w = limited.w
      return PixelVector.packed(premultiplied * 255)
    }
  }

  private var naturalSize: PixelSize {
    let long = 32.0
    return aspectRatio > 1
      ? PixelSize(width: 32, height: max(1, Int((long / aspectRatio).rounded())))
      : PixelSize(width: max(1, Int((long * aspectRatio).rounded())), height: 32)
  }

  /// Red, green, blue and alpha of light, yellow against blue, red against green, and alpha.
  private static func straight(_ sum: SIMD4<Float>) -> SIMD4<Float> {
    let blue = sum.x - sum.y * 2 / 3
    let red = (sum.x * 3 - blue + sum.z) / 2
    return SIMD4(red, red - sum.z, blue, sum.w)
  }

  private static func byte(_ value: Float) -> UInt8 { UInt8((min(1, max(0, value)) * 255).rounded()) }
}
