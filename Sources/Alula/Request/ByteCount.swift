/// A number of bytes. Units live in the type: `.megabytes(100)`, never a bare `Int`.
public struct ByteCount: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number of bytes, never negative.
  public let bytes: Int

  /// A count of `bytes`; a negative number becomes 0.
  public init(_ bytes: Int) { self.bytes = Swift.max(0, bytes) }

  /// A count of `count` bytes; a negative number becomes 0.
  public static func bytes(_ count: Int) -> ByteCount { ByteCount(count) }
  /// 1 KB = 1,000 bytes. Saturates instead of overflowing.
  public static func kilobytes(_ count: Int) -> ByteCount { scaled(count, by: 1_000) }
  /// 1 MB = 1,000,000 bytes. Saturates instead of overflowing.
  public static func megabytes(_ count: Int) -> ByteCount { scaled(count, by: 1_000_000) }
  /// No limit. Must be asked for; it is never a default.
  public static let max = ByteCount(Int.max)
  /// No bytes.
  public static let zero = ByteCount(0)

  /// Compares the numbers.
  public static func < (left: ByteCount, right: ByteCount) -> Bool { left.bytes < right.bytes }

  /// Adds and saturates at `.max`.
  public static func + (left: ByteCount, right: ByteCount) -> ByteCount {
    let (sum, overflow) = left.bytes.addingReportingOverflow(right.bytes)
    return overflow ? .max : ByteCount(sum)
  }

  /// For people: "999 B", "1.2 KB", "3.4 MB"; cut, not rounded.
  public var description: String {
    switch bytes {
    case ..<1_000: "\(bytes) B"
    case ..<1_000_000: "\(tenths(of: 1_000)) KB"
    case ..<1_000_000_000: "\(tenths(of: 1_000_000)) MB"
    default: "\(tenths(of: 1_000_000_000)) GB"
    }
  }

  private func tenths(of unit: Int) -> String {
    let tenths = bytes / (unit / 10)
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func scaled(_ count: Int, by unit: Int) -> ByteCount {
    let (product, overflow) = count.multipliedReportingOverflow(by: unit)
    return overflow ? (count < 0 ? .zero : .max) : ByteCount(product)
  }
}
