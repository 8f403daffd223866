import Alula

extension Arguments {
  /// The size after `name`, both sides above zero.
  mutating func takeSides(_ name: String) throws(UsageError) -> (width: Double, height: Double)? {
    guard let text = try takeValue(name) else { return nil }
    guard let sides = Self.numbers(text, separator: "x"), sides[0] > 0, sides[1] > 0 else {
      throw .wrong(name, takes: "a size like 300x200", not: text)
    }
    return (sides[0], sides[1])
  }

  /// The two fractions after `name`.
  mutating func takeFocalPoint(_ name: String) throws(UsageError) -> FocalPoint? {
    guard let text = try takeValue(name) else { return nil }
    guard let place = Self.numbers(text, separator: ","), place.allSatisfy((0...1).contains) else {
      throw .wrong(name, takes: "two numbers from 0 to 1 like 0.5,0.25", not: text)
    }
    return FocalPoint(x: place[0], y: place[1])
  }

  /// The colour after `name`.
  mutating func takeColor(_ name: String) throws(UsageError) -> ImageColor? {
    guard let text = try takeValue(name) else { return nil }
    guard let color = ImageColor(hex: text) else {
      throw .wrong(name, takes: "a colour like #ff8000 or #ff800080", not: text)
    }
    return color
  }

  /// The width and the colour after `name`.
  mutating func takeBorder(_ name: String) throws(UsageError) -> (width: Double, color: ImageColor)? {
    guard let text = try takeValue(name) else { return nil }
    let width = Double(text.prefix { $0 != "#" })
    guard let width, width > 0, width.isFinite, let color = ImageColor(hex: String(text.drop { $0 != "#" })) else {
      throw .wrong(name, takes: "a width and a colour like 2#ffffff", not: text)
    }
    return (width, color)
  }

  private static func numbers(_ text: String, separator: Character) -> [Double]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double(String($0)) }
    return parts.count == 2 && numbers.count == 2 && numbers.allSatisfy(\.isFinite) ? numbers : nil
  }
}
