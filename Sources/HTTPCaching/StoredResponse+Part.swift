extension StoredResponse.Part {
  /// A Content-Range field of bytes (RFC 9110 section 14.4); `nil` when it is invalid, of another unit, or of no range.
  init?(contentRange value: String) {
    guard let part = value.withFieldBytes(Self.parse) else { return nil }
    self = part
  }

  /// `bytes 4-9/10`
  var contentRange: String {
    "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(completeLength.map(String.init) ?? "*")"
  }

  private static func parse(_ bytes: FieldBytes) -> Self? {
    guard bytes.count > 6, bytes.isSame(0..<6, "bytes ") else { return nil }
    guard let hyphen = bytes.firstIndex(of: UInt8(ascii: "-")), let slash = bytes.firstIndex(of: UInt8(ascii: "/"))
    else { return nil }
    guard 6 < hyphen, hyphen < slash else { return nil }
    guard let first = bytes.number(6..<hyphen), let last = bytes.number(hyphen + 1..<slash), first <= last, last < .max
    else { return nil }
    let length = slash + 1..<bytes.count
    if length.count == 1, bytes[slash + 1] == UInt8(ascii: "*") {
      return Self(range: first..<last + 1, completeLength: nil)
    }
    guard let complete = bytes.number(length), complete > last else { return nil }
    return Self(range: first..<last + 1, completeLength: complete)
  }
}
