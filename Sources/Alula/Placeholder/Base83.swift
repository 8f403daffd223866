/// Numbers in the 83 digits of BlurHash, the highest first.
enum Base83 {
  private static let digits = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8)
  private static let values = Dictionary(uniqueKeysWithValues: zip(digits, digits.indices))

  /// The number that at most eight digits write; `nil` for another character.
  static func number(_ text: ArraySlice<UInt8>) -> Int? {
    var number = 0
    for digit in text {
      guard let value = values[digit] else { return nil }
      number = number * 83 + value
    }
    return number
  }

  /// `number` in `count` digits.
  static func text(_ number: Int, count: Int) -> [UInt8] {
    var rest = number
    var text = [UInt8](repeating: digits[0], count: count)
    for index in text.indices.reversed() {
      text[index] = digits[rest % 83]
      rest /= 83
    }
    return text
  }
}
