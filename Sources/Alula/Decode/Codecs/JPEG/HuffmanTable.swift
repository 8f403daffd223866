#if os(Linux)
  /// A Huffman table as a JPEG says it (ITU-T T.81 section B.2.4.2, annex C): how many codes there are of each length, and their
  /// values in order.
  struct HuffmanTable {
    static let longestCode = 16

    /// For each length the first code that is too large for it, moved to the top of 16 bits; lengths start at 1.
    private var ends = [UInt32](repeating: 0, count: longestCode + 1)
    /// What is added to a code of a length to find its value.
    private var offsets = [Int](repeating: 0, count: longestCode + 1)
    private let values: [UInt8]

    /// `nil` when there are more codes of a length than that length can tell apart, or one of only ones (section C.2).
    init?(counts: [UInt8], values: [UInt8]) {
      let longest = counts.lastIndex { $0 != 0 } ?? 0
      guard counts.count == Self.longestCode, counts.reduce(0, { $0 + Int($1) }) == values.count else { return nil }
      self.values = values
      var code = 0
      var index = 0
      for length in 1...Self.longestCode {
        let count = Int(counts[length - 1])
        offsets[length] = index - code
        code += count
        index += count
        guard length > longest + 1 || code < 1 << length else { return nil }
        ends[length] = UInt32(code) << UInt32(Self.longestCode - length)
        code <<= 1
      }
    }

    /// The code at the top of 16 bits: its value and its length; `nil` when there is none.
    func find(_ bits: UInt32) -> (value: UInt8, length: Int)? {
      for length in 1...Self.longestCode where bits < ends[length] {
        return (values[Int(bits >> UInt32(Self.longestCode - length)) + offsets[length]], length)
      }
      return nil
    }

    /// For each number of `width` bits the code it starts with, as value and length; length 0 when there is none or it is longer.
    func prefixes(width: Int) -> [(value: UInt8, length: Int)] {
      (0..<1 << width).map { bits in
        guard let found = find(UInt32(bits) << UInt32(Self.longestCode - width)), found.length <= width else {
          return (0, 0)
        }
        return found
      }
    }
  }
#endif
