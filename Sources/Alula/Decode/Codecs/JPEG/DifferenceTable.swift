#if os(Linux)
  /// Finds the codes of DC differences by their first bits (ITU-T T.81 section F.2.2.1).
  final class DifferenceTable {
    static let width = 9

    private let table: HuffmanTable
    /// Length and category of the code that these bits start with: `length << 8 | category`; 0 when it is longer.
    let entries: UnsafeMutablePointer<UInt16>

    init(_ table: HuffmanTable) {
      self.table = table
      entries = .allocate(capacity: 1 << Self.width)
      for (bits, found) in table.prefixes(width: Self.width).enumerated() {
        entries[bits] = UInt16(found.length) << 8 | UInt16(found.value)
      }
    }

    deinit { entries.deallocate() }

    /// The same for a longer code; 0 when there is no such code.
    func find(_ bits: UInt64) -> UInt16 {
      guard let found = table.find(UInt32(bits >> 48)) else { return 0 }
      return UInt16(found.length) << 8 | UInt16(found.value)
    }
  }
#endif
