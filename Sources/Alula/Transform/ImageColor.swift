/// A colour in sRGB, 8 bits a channel, with straight alpha.
public struct ImageColor: Hashable, Sendable, CustomStringConvertible {
  /// Red, 0 to 255.
  public var red: UInt8
  /// Green, 0 to 255.
  public var green: UInt8
  /// Blue, 0 to 255.
  public var blue: UInt8
  /// 0 is clear, 255 hides what is below.
  public var alpha: UInt8

  /// A colour of these parts.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// A colour as CSS Color Module Level 4 section 5.2 writes it: #rgb, #rgba, #rrggbb or #rrggbbaa, with or without "#". `nil` for
  /// another text.
  public init?(hex text: String) {
    let digits = text.drop { $0 == "#" }
    guard text.count - digits.count <= 1, digits.utf8.count == digits.count else { return nil }
    let values = digits.compactMap { $0.isASCII ? $0.hexDigitValue : nil }.map { UInt8($0) }
    guard values.count == digits.count else { return nil }
    switch values.count {
    case 3, 4: self.init(channels: values.map { $0 * 17 })
    case 6, 8: self.init(channels: stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] })
    default: return nil
    }
  }

  /// Opaque white.
  public static let white = ImageColor(red: 255, green: 255, blue: 255)
  /// Opaque black.
  public static let black = ImageColor(red: 0, green: 0, blue: 0)
  /// Nothing at all.
  public static let clear = ImageColor(red: 0, green: 0, blue: 0, alpha: 0)

  /// "#rrggbb", with alpha "#rrggbbaa".
  public var description: String {
    let channels = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
    return "#" + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The channels times alpha, and alpha, each 0 to 255.
  var premultiplied: SIMD4<Float> {
    let share = Float(alpha) / 255
    return SIMD4(Float(red) * share, Float(green) * share, Float(blue) * share, Float(alpha))
  }

  private init(channels: [UInt8]) {
    self.init(
      red: channels[0], green: channels[1], blue: channels[2], alpha: channels.count > 3 ? channels[3] : 255)
  }
}
