/// What the bytes of a row that a codec delivers mean. 8 bits a channel.
enum RowLayout: Hashable, Sendable {
  case gray8
  /// Grey and straight alpha.
  case grayAlpha8
  case rgb8
  /// Straight alpha.
  case rgba8
  case rgba8Premultiplied
  /// 255 is no ink: the inverted form that Adobe writes into JPEG files and libjpeg hands out.
  case cmyk8

  /// Bytes a pixel.
  var channels: Int {
    switch self {
    case .gray8: 1
    case .grayAlpha8: 2
    case .rgb8: 3
    case .rgba8, .rgba8Premultiplied, .cmyk8: 4
    }
  }

  /// Whether rows come with straight alpha and must be premultiplied before pixels are mixed.
  var hasStraightAlpha: Bool { self == .grayAlpha8 || self == .rgba8 }

  /// Whether pixels may be transparent.
  var hasAlpha: Bool { hasStraightAlpha || self == .rgba8Premultiplied }
}
