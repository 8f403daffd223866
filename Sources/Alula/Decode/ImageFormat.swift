/// An image format, as found by the first bytes. A name alone: knowing a format does not mean decoding it.
public struct ImageFormat: Hashable, Sendable, CustomStringConvertible {
  /// Short lower-case name: "jpeg", "png", "gif", "webp", "avif", "heic", "jxl", "bmp", "ico", "cur", "tiff", "svg", "jp2".
  public let name: String

  public init(name: String) { self.name = name }

  public static let jpeg = ImageFormat(name: "jpeg")
  public static let png = ImageFormat(name: "png")
  public static let gif = ImageFormat(name: "gif")
  public static let webp = ImageFormat(name: "webp")

  public var description: String { name }
}
