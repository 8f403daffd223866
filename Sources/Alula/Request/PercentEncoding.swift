extension UInt8 {
  var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
  var isDigit: Bool { (0x30...0x39).contains(self) }

  /// The value of a hexadecimal digit, either case.
  var hexValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}

/// The one rule by which text becomes a URL part: `%` with two hexadecimal digits stays, every byte that RFC 3986
/// allows in the part stays, every other byte (space, non-ASCII as UTF-8, a bare `%`, quotes, brackets …) is encoded once.
enum PercentEncoding {
  static func encode(_ text: String, allowing extra: StaticString) -> String {
    let bytes = Array(text.utf8)
    var isClean = true
    for byte in bytes where !isAllowed(byte, extra) { isClean = false }
    if isClean { return text }
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count * 2)
    for (index, byte) in bytes.enumerated() {
      if isAllowed(byte, extra) || (byte == UInt8(ascii: "%") && isTriplet(bytes, at: index)) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// The bytes that `text` stands for. A `%` without two digits stays a `%`.
  static func decode(_ text: some StringProtocol) -> [UInt8] {
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if isTriplet(bytes, at: index), let high = bytes[index + 1].hexValue, let low = bytes[index + 2].hexValue {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return decoded
  }

  private static func isTriplet(_ bytes: [UInt8], at index: Int) -> Bool {
    bytes[index] == UInt8(ascii: "%") && index + 2 < bytes.count && bytes[index + 1].hexValue != nil
      && bytes[index + 2].hexValue != nil
  }

  /// Unreserved and sub-delims of RFC 3986 section 2, and `extra`.
  private static func isAllowed(_ byte: UInt8, _ extra: StaticString) -> Bool {
    if byte.isLetter || byte.isDigit { return true }
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "!"),
      UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
      return true
    default: return extra.withUTF8Buffer { $0.contains(byte) }
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x41 + value - 10 }
}
