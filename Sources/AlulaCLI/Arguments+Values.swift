import Alula

extension Arguments {
  /// The size after `--fit` or `--fill`, or `nil` without either.
  mutating func takeTarget() throws(UsageError) -> TargetSize? {
    let fit = try takeValue("--fit")
    let fill = try takeValue("--fill")
    guard fit == nil || fill == nil else { throw UsageError(message: "--fit and --fill exclude each other.") }
    let (mode, name): (TargetSize.Mode, String) = fit != nil ? (.fit, "--fit") : (.fill, "--fill")
    guard let text = fit ?? fill else { return nil }
    let target = try Self.size(text, mode, of: name)
    guard target.width > 0, target.height > 0 else { throw UsageError(message: "Both sides must be above zero.") }
    return target
  }

  /// The path after `name`. A URL is none: most often it is the next word where the path was forgotten.
  mutating func takePath(_ name: String) throws(UsageError) -> String? {
    guard let path = try takeValue(name) else { return nil }
    guard !PictureAddress.isURL(path) else { throw .wrong(name, takes: "a path", not: path) }
    return path
  }

  /// The whole number above zero after `name`.
  mutating func takeCount(_ name: String) throws(UsageError) -> Int? {
    guard let text = try takeValue(name) else { return nil }
    guard let count = Int(text), count > 0 else {
      throw .wrong(name, takes: "a whole number above zero", not: text)
    }
    return count
  }

  /// The whole number after `name`, which may be zero.
  mutating func takeNumber(_ name: String) throws(UsageError) -> Int? {
    guard let text = try takeValue(name) else { return nil }
    guard let number = Int(text), number >= 0 else { throw .wrong(name, takes: "a whole number", not: text) }
    return number
  }

  /// The number above zero after `name`, with or without a fraction.
  mutating func takeAmount(_ name: String) throws(UsageError) -> Double? {
    guard let text = try takeValue(name) else { return nil }
    guard let amount = Double(text), amount > 0, amount.isFinite else {
      throw .wrong(name, takes: "a number above zero", not: text)
    }
    return amount
  }

  /// The size in bytes after `name`: digits, perhaps with a fraction, and B, KB, MB or GB (thousands, as everywhere here).
  mutating func takeSize(_ name: String) throws(UsageError) -> ByteCount? {
    guard let text = try takeValue(name) else { return nil }
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let units = ["": 1.0, "B": 1, "K": 1e3, "KB": 1e3, "M": 1e6, "MB": 1e6, "G": 1e9, "GB": 1e9, "TB": 1e12]
    let unit = text.dropFirst(number.count).drop { $0 == " " }.uppercased()
    guard let amount = Double(number), let scale = units[unit], amount * scale < 1e18 else {
      throw .wrong(name, takes: "a size like 50MB, 1.5GB, 800KB or 5000 (bytes)", not: text)
    }
    return .bytes(Int(amount * scale))
  }

  /// The format after `--format`.
  mutating func takeFormat() throws(UsageError) -> ImageEncoder.Format? {
    guard let name = try takeValue("--format") else { return nil }
    guard let format = ImageEncoder.Format(extension: name) else {
      throw .wrong("--format", takes: "png, jpeg or webp", not: name)
    }
    return format
  }

  /// The percent after `--quality`, as 0 to 1.
  mutating func takeQuality() throws(UsageError) -> Double? {
    guard let text = try takeValue("--quality") else { return nil }
    guard let percent = Int(text), (0...100).contains(percent) else {
      throw .wrong("--quality", takes: "a whole number from 0 to 100", not: text)
    }
    return Double(percent) / 100
  }

  private static func size(_ text: String, _ mode: TargetSize.Mode, of name: String) throws(UsageError) -> TargetSize {
    let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    let sides = parts.compactMap { Double(String($0)) }
    guard sides.count == 2, parts.count == 2 else {
      throw .wrong(name, takes: "a size like 300x200", not: text)
    }
    return .pixels(sides[0], sides[1], mode: mode)
  }
}
