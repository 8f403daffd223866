/// Bytes of one field value.
typealias FieldBytes = UnsafeBufferPointer<UInt8>

extension String {
  /// The UTF-8 of a field value without a copy, where the string has it in one piece.
  @inline(__always)
  func withFieldBytes<Result>(_ body: (FieldBytes) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    return Array(utf8).withUnsafeBufferPointer(body)
  }
}

extension FieldBytes {
  /// Whether those bytes are `text` (lower case ASCII), without regard to case.
  @inline(__always)
  func isSame(_ range: Range<Int>, _ text: StaticString) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    for offset in 0..<range.count where self[range.lowerBound + offset].asciiLowercased != text.utf8Start[offset] {
      return false
    }
    return true
  }

  /// Digits and nothing else, as the delta-seconds of RFC 9111 section 1.2.2: what is too large becomes 2^31.
  func seconds(_ range: Range<Int>) -> Int? {
    guard let value = number(range) else { return nil }
    return Swift.min(value, Self.largestSeconds)
  }

  /// Digits and nothing else; what is too large becomes `Int.max`.
  func number(_ range: Range<Int>) -> Int? {
    guard !range.isEmpty else { return nil }
    var value = 0
    for index in range {
      let digit = Int(self[index]) - 0x30
      guard 0...9 ~= digit else { return nil }
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isSumTooLarge) = product.addingReportingOverflow(digit)
      value = isTooLarge || isSumTooLarge || value == .max ? .max : sum
    }
    return value
  }

  /// `range` without spaces and tabs at both ends (OWS, RFC 9110 section 5.6.3).
  @inline(__always)
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    while lower < upper, self[lower].isBlank { lower += 1 }
    while lower < upper, self[upper - 1].isBlank { upper -= 1 }
    return lower..<upper
  }

  /// Those bytes as text.
  func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: self[range]), as: UTF8.self)
  }

  /// Those bytes as text, ASCII letters in lower case.
  func lowercasedText(_ range: Range<Int>) -> String {
    let hasUpper = range.contains { 0x41...0x5A ~= self[$0] }
    guard hasUpper else { return text(range) }
    return String(decoding: range.lazy.map { self[$0].asciiLowercased }, as: UTF8.self)
  }

  static let largestSeconds = 1 << 31
}

extension UInt8 {
  @inline(__always) var isBlank: Bool { self == 0x20 || self == 0x09 }
  @inline(__always) var asciiLowercased: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }

  static let comma = UInt8(ascii: ",")
  static let semicolon = UInt8(ascii: ";")
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let equals = UInt8(ascii: "=")
}
