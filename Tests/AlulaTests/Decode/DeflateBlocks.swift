/// zlib streams whose blocks are of one kind (RFC 1951 section 3.2), literals only.
enum DeflateBlocks: CaseIterable {
  case stored, fixed, dynamic

  /// - Parameter isComplete: When false the one distance code of dynamic blocks has 9 bits, and most of the codes mean nothing.
  func stream(_ bytes: [UInt8], isComplete: Bool = true) -> [UInt8] {
    let stored = PNGBuilder.stored(bytes)
    guard self != .stored else { return stored }
    var bits = Bits()
    // Several blocks: tables change on the way.
    let half = bytes.count / 2
    append(bytes[..<half], isLast: false, isComplete, to: &bits)
    append(bytes[half...], isLast: true, isComplete, to: &bits)
    return [0x78, 0x9C] + bits.bytes + stored.suffix(4)
  }

  private func append(_ literals: ArraySlice<UInt8>, isLast: Bool, _ isComplete: Bool, to bits: inout Bits) {
    bits.append(isLast ? 1 : 0, 1)
    bits.append(self == .fixed ? 1 : 2, 2)
    if self == .dynamic { Self.appendTables(isComplete, to: &bits) }
    for literal in literals.map(Int.init) + [256] {
      let (code, length) = self == .fixed ? Self.fixedCode(literal) : Self.dynamicCode(literal)
      bits.appendCode(code, length)
    }
  }

  private static func fixedCode(_ symbol: Int) -> (Int, Int) {
    symbol < 144 ? (0x30 + symbol, 8) : symbol < 256 ? (0x190 + symbol - 144, 9) : (symbol - 256, 7)
  }

  /// 255 codes of 8 bits, two of 9.
  private static func dynamicCode(_ symbol: Int) -> (Int, Int) {
    symbol < 255 ? (symbol, 8) : (510 + symbol - 255, 9)
  }

  /// Lengths 8 × 255, 9 × 2, and one distance of length 1, by code lengths 1, 8 and 9 of two, one and two bits.
  private static func appendTables(_ isComplete: Bool, to bits: inout Bits) {
    bits.append(0, 5)
    bits.append(0, 5)
    bits.append(14, 4)
    // In this order: 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1.
    for length in [0, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2] { bits.append(length, 3) }
    for _ in 0..<255 { bits.appendCode(0, 1) }
    for _ in 0..<2 { bits.appendCode(3, 2) }
    bits.appendCode(isComplete ? 2 : 3, 2)
  }

  private struct Bits {
    var bytes: [UInt8] = []
    private var used = 0

    mutating func append(_ value: Int, _ count: Int) {
      for place in 0..<count {
        if used % 8 == 0 { bytes.append(0) }
        bytes[bytes.count - 1] |= UInt8(value >> place & 1) << (used % 8)
        used += 1
      }
    }

    /// Codes come with their highest bit first.
    mutating func appendCode(_ code: Int, _ length: Int) {
      for place in (0..<length).reversed() { append(code >> place & 1, 1) }
    }
  }
}
