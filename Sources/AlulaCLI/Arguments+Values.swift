import Alula

extension Arguments {
  /// The size after `--fit` or `--fill`, or `nil` without either.
  mutating func takeTarget() throws(UsageError) -> TargetSize? {
    let fit = try takeValue("--fit")
    let fill = try takeValue("--fill")
    guard fit == nil || fill == nil else { throw UsageError(message: "--fit and --fill exclude each other.") }
    if let fit { return try Self.size(fit, .fit) }
    if let fill { return try Self.size(fill, .fill) }
    return nil
  }

  /// The whole number above zero after `name`.
  mutating func takeCount(_ name: String) throws(UsageError) -> Int? {
    guard let text = try takeValue(name) else { return nil }
    guard let count = Int(text), count > 0 else { throw UsageError(message: "\(name) needs a number above zero.") }
    return count
  }

  /// The number above zero after `name`, with or without a fraction.
  mutating func takeAmount(_ name: String) throws(UsageError) -> Double? {
    guard let text = try takeValue(name) else { return nil }
    guard let amount = Double(text), amount > 0, amount.isFinite else {
      throw UsageError(message: "\(name) needs a number above zero.")
    }
    return amount
  }

  /// Every value of an option that may be given more than once.
  mutating func takeValues(_ name: String) throws(UsageError) -> [String] {
    var values: [String] = []
    while let value = try takeValue(name) { values.append(value) }
    return values
  }

  private static func size(_ text: String, _ mode: TargetSize.Mode) throws(UsageError) -> TargetSize {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    let sides = parts.compactMap { Double(String($0)) }
    guard sides.count == 2, parts.count == 2 else {
      throw UsageError(message: "\"\(text)\" is no size like 300x200.")
    }
    return .pixels(sides[0], sides[1], mode: mode)
  }
}
