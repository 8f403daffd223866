public import Foundation

extension ImageFormat {
  /// AVIF, stills and sequences.
  public static let avif = ImageFormat(name: "avif")
  /// HEIC, stills and sequences.
  public static let heic = ImageFormat(name: "heic")
  /// HEIF whose brands do not say which codec is inside.
  public static let heif = ImageFormat(name: "heif")
  /// JPEG XL, container or bare codestream.
  public static let jxl = ImageFormat(name: "jxl")
  /// Windows bitmap.
  public static let bmp = ImageFormat(name: "bmp")
  /// Windows icon.
  public static let ico = ImageFormat(name: "ico")
  /// Windows cursor.
  public static let cur = ImageFormat(name: "cur")
  /// TIFF 6.0 and BigTIFF.
  public static let tiff = ImageFormat(name: "tiff")
  /// SVG, uncompressed.
  public static let svg = ImageFormat(name: "svg")
  /// JPEG 2000.
  public static let jp2 = ImageFormat(name: "jp2")
  /// No image format: named so that an error can say what came instead.
  public static let pdf = ImageFormat(name: "pdf")
  /// No image format: compressed data, an `.svgz` for one.
  public static let gzip = ImageFormat(name: "gzip")
  /// No image format: what "GIF" services send.
  public static let mp4 = ImageFormat(name: "mp4")

  /// Whether this is the name of an image format (and not of something sent in its place).
  public var isImage: Bool { self != .pdf && self != .gzip && self != .mp4 }

  /// The format of `data` by its first bytes alone; `nil` when they are of none that is known here.
  ///
  /// Names, media types and what comes later do not count. Signatures must be whole and at the very start: a byte order
  /// mark or a line break before one makes it unknown (only SVG, which is text, may begin with them). Any thread.
  /// Cost: well under a microsecond, some microseconds for text.
  public static func detect(_ data: Data) -> ImageFormat? {
    data.withBytes { detect(ByteReader($0)) }
  }

  static func detect(_ bytes: ByteReader) -> ImageFormat? {
    if isPNG(bytes) { return .png }
    if bytes.hasPrefix([0xFF, 0xD8, 0xFF]) { return .jpeg }
    if bytes.hasText("GIF87a", at: 0) || bytes.hasText("GIF89a", at: 0) { return .gif }
    if bytes.hasText("RIFF", at: 0), bytes.hasText("WEBP", at: 8) { return .webp }
    if bytes.hasText("ftyp", at: 4) { return FileTypeBox(bytes).format }
    if bytes.hasPrefix([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]) { return .jxl }
    if bytes.hasPrefix([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A]) { return .jp2 }
    if bytes.hasPrefix([0xFF, 0x4F, 0xFF, 0x51]) { return .jp2 }
    if bytes.hasPrefix([0xFF, 0x0A]), isCodestreamHeader(bytes) { return .jxl }
    if bytes.hasPrefix([0x49, 0x49, 0x2A, 0]) || bytes.hasPrefix([0x4D, 0x4D, 0, 0x2A]) { return .tiff }
    if bytes.hasPrefix([0x49, 0x49, 0x2B, 0]) || bytes.hasPrefix([0x4D, 0x4D, 0, 0x2B]) { return .tiff }
    if bytes.hasText("BM", at: 0), isBitmapHeader(bytes) { return .bmp }
    if bytes.hasPrefix([0, 0, 1, 0]), bytes.count >= 6 { return .ico }
    if bytes.hasPrefix([0, 0, 2, 0]), bytes.count >= 6 { return .cur }
    if bytes.hasText("%PDF-", at: 0) { return .pdf }
    if bytes.hasPrefix([0x1F, 0x8B, 0x08]) { return .gzip }
    return TextSniffer(bytes).root == "svg" ? .svg : nil
  }

  static func isPNG(_ bytes: ByteReader) -> Bool {
    bytes.hasPrefix([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
  }

  /// The size field of the DIB header is one of those that were ever defined.
  private static func isBitmapHeader(_ bytes: ByteReader) -> Bool {
    guard let size = bytes.little32(at: 14) else { return false }
    return [12, 16, 40, 52, 56, 64, 108, 124].contains(size)
  }

  /// The two bytes FF 0A alone are no proof: the size header (ISO 18181-1, SizeHeader) must be there and not absurd.
  private static func isCodestreamHeader(_ bytes: ByteReader) -> Bool {
    guard bytes.count >= 8 else { return false }
    var bits = 0
    for index in 0..<6 { bits |= Int(bytes[2 + index] ?? 0) << (8 * index) }
    let isSmall = bits & 1 == 1
    if isSmall { return true }
    let selector = (bits >> 1) & 3
    let width = [9, 13, 18, 30][selector]
    let height = ((bits >> 3) & ((1 << width) - 1)) + 1
    return height <= 1 << 26
  }
}

/// The brands of an ISO base media file (ISO 14496-12, FileTypeBox). The size field is not trusted.
private struct FileTypeBox {
  private let bytes: ByteReader

  init(_ bytes: ByteReader) { self.bytes = bytes }

  var format: ImageFormat? {
    guard let major = bytes.text(at: 8, count: 4) else { return nil }
    if let format = Self.codec(major) { return format }
    let compatible = compatibleBrands
    if Self.isGeneralImage(major) { return compatible.lazy.compactMap(Self.codec).first ?? .heif }
    if Self.isVideo(major) { return .mp4 }
    if let format = compatible.lazy.compactMap(Self.codec).first { return format }
    if compatible.contains(where: Self.isGeneralImage) { return .heif }
    return compatible.contains(where: Self.isVideo) ? .mp4 : nil
  }

  private var compatibleBrands: [String] {
    let size = Int(bytes.big32(at: 0) ?? 0)
    let end = min(size == 0 ? bytes.count : size, bytes.count, 256)
    return stride(from: 16, to: max(16, end - 3), by: 4).compactMap { bytes.text(at: $0, count: 4) }
  }

  private static func codec(_ brand: String) -> ImageFormat? {
    switch brand {
    case "avif", "avis": .avif
    case "heic", "heix", "hevc", "hevx", "heim", "heis", "hevm", "hevs": .heic
    default: nil
    }
  }

  private static func isGeneralImage(_ brand: String) -> Bool { brand == "mif1" || brand == "msf1" || brand == "mif2" }

  private static func isVideo(_ brand: String) -> Bool {
    brand.hasPrefix("iso") || brand.hasPrefix("mp4") || brand.hasPrefix("M4") || brand.hasPrefix("avc")
      || brand.hasPrefix("3g") || brand == "qt  " || brand == "dash" || brand == "mmp4" || brand == "f4v "
  }
}
