/// Looks for a part that makes a preview in a file that still comes. What was read once is not read again, but for GIF.
enum PartialPicture: Sendable {
  case jpeg(PartialJPEG)
  case png(PartialPNG)
  case gif
  case webp(PartialWebP)

  /// `nil` for formats without previews.
  init?(_ format: ImageFormat) {
    switch format {
    case .jpeg: self = .jpeg(PartialJPEG())
    case .png: self = .png(PartialPNG())
    case .gif: self = .gif
    case .webp: self = .webp(PartialWebP())
    default: return nil
    }
  }

  /// - Parameter least: shorter parts are not worth it.
  mutating func look(_ bytes: ByteReader, least: Int) -> PreviewFinding {
    let finding: PreviewFinding
    switch self {
    case .jpeg(var jpeg):
      finding = jpeg.look(bytes)
      self = .jpeg(jpeg)
    case .png(var png):
      finding = png.look(bytes)
      self = .png(png)
    case .gif: finding = PartialGIF.look(bytes)
    case .webp(var webp):
      finding = webp.look(bytes)
      self = .webp(webp)
    }
    if case .part(let part) = finding, part.count < least, !part.isWholeFrame { return .notYet }
    return finding
  }
}
