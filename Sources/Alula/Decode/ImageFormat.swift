/// An image format, as found by the first bytes. A name alone: knowing a format does not mean decoding it.
public struct ImageFormat: Hashable, Sendable, CustomStringConvertible {
  /// Short lower-case name: "jpeg", "png", "gif", "webp", "avif", "heic", "jxl", "bmp", "ico", "cur", "tiff", "svg", "jp2".
  public let name: String

  /// A format of that name.
  public init(name: String) { self.name = name }

  /// JPEG (ITU-T T.81).
  public static let jpeg = ImageFormat(name: "jpeg")
  /// PNG and APNG (W3C PNG, third edition).
  public static let png = ImageFormat(name: "png")
  /// GIF 87a and 89a.
  public static let gif = ImageFormat(name: "gif")
  /// WebP (RFC 9649).
  public static let webp = ImageFormat(name: "webp")

  /// The name.
  public var description: String { name }
}
