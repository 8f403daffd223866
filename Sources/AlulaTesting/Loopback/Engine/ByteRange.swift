/// A `Range` field applied to a body (RFC 9110 section 14.1.2).
enum ByteRange: Equatable {
  case range(Range<Int>)
  case unsatisfiable
  /// Another unit, more than one range, or not a range: answered as if it were not there.
  case ignored

  init(_ value: String, of count: Int) {
    guard value.hasPrefix("bytes=") else {
      self = .ignored
      return
    }
    let parts = value.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy(Self.isDigits), !(parts[0].isEmpty && parts[1].isEmpty) else {
      self = .ignored
      return
    }
    let first = Int(parts[0]) ?? .max
    let last = Int(parts[1]) ?? .max
    self = parts[0].isEmpty ? Self.suffix(last, of: count) : Self.span(first, last, of: count)
  }

  private static func suffix(_ length: Int, of count: Int) -> ByteRange {
    length == 0 || count == 0 ? .unsatisfiable : .range(max(0, count - length)..<count)
  }

  private static func span(_ first: Int, _ last: Int, of count: Int) -> ByteRange {
    if last < first { return .ignored }
    return first >= count ? .unsatisfiable : .range(first..<min(last, count - 1) + 1)
  }

  private static func isDigits(_ text: Substring) -> Bool { text.utf8.allSatisfy { (48...57).contains($0) } }
}
