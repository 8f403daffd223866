/// A Range field (RFC 9110 section 14.2) as far as a cache answers it: one range of bytes.
enum ByteRangeRequest: Equatable {
  /// No Range, another unit, or not by the grammar: as if there were none.
  case whole
  /// From `first` to `last`, both included; to the end without `last`.
  case from(Int, through: Int?)
  /// The last so many bytes.
  case suffix(Int)
  /// Several ranges: the origin's business, or the whole.
  case several

  init(_ value: String?) {
    self = value?.withFieldBytes(Self.parse) ?? .whole
  }

  private static func parse(_ bytes: FieldBytes) -> ByteRangeRequest {
    guard bytes.count > 6, bytes.isSame(0..<6, "bytes=") else { return .whole }
    var list = FieldList(bytes, in: 6..<bytes.count)
    guard let first = list.next(), let range = one(bytes, first) else { return .whole }
    return list.next() == nil ? range : .several
  }

  private static func one(_ bytes: FieldBytes, _ range: Range<Int>) -> ByteRangeRequest? {
    guard let hyphen = range.first(where: { bytes[$0] == UInt8(ascii: "-") }) else { return nil }
    let (before, after) = (range.lowerBound..<hyphen, hyphen + 1..<range.upperBound)
    if before.isEmpty { return bytes.number(after).map(ByteRangeRequest.suffix) }
    guard let first = bytes.number(before) else { return nil }
    if after.isEmpty { return .from(first, through: nil) }
    guard let last = bytes.number(after), last >= first else { return nil }
    return .from(first, through: last)
  }

  enum Resolved: Equatable {
    case range(Range<Int>)
    /// 416 (RFC 9110 section 15.5.17).
    case unsatisfiable
    /// It depends on a length that nobody knows.
    case unknown
  }

  /// The bytes that are meant of a whole of that length (RFC 9110 section 14.1.2). Only for one range.
  func resolved(length: Int?) -> Resolved {
    switch self {
    case .whole, .several: return .unknown
    case .suffix(let count):
      guard let length else { return .unknown }
      return count == 0 || length == 0 ? .unsatisfiable : .range(max(0, length - count)..<length)
    case .from(let first, through: let last):
      guard let length else {
        guard let last, last < .max else { return .unknown }
        return .range(first..<last + 1)
      }
      guard first < length else { return .unsatisfiable }
      return .range(first..<min(last ?? length - 1, length - 1) + 1)
    }
  }
}
