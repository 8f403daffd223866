#if os(Linux)
  /// Passes over AC coefficients (ITU-T T.81 section F.2.2.2): says for the next bits how many of them are whole coefficients, the
  /// bits of their values included, and how many places these fill.
  final class SkipTable {
    /// What one look-up says.
    struct Entry {
      /// Bits to pass over; 0 when the first code is longer than a look-up.
      var bits: UInt8 = 0
      /// Places that are filled, and one more when the block ends here: an end needs a place that is not filled.
      var places: UInt8 = 0
      /// 64 when the block ends here.
      var end: UInt8 = 0
    }

    private let table: HuffmanTable
    /// Bits a look-up sees.
    let width: Int
    let entries: UnsafeMutablePointer<Entry>

    /// - Parameter streamLength: Bytes that will be read with it. A table that finds several coefficients at once is worth making for
    ///   a long stream only.
    init(_ table: HuffmanTable, streamLength: Int) {
      self.table = table
      let isLong = streamLength > 300_000
      let width = isLong ? 12 : 9
      self.width = width
      entries = .allocate(capacity: 1 << width)
      let codes = table.prefixes(width: width)
      for bits in 0..<1 << width {
        entries[bits] = Self.entry(bits, width: width, codes: codes, most: isLong ? width : 1)
      }
    }

    deinit { entries.deallocate() }

    private static func entry(_ bits: Int, width: Int, codes: [(value: UInt8, length: Int)], most: Int) -> Entry {
      var entry = Entry()
      var seen = 0
      for _ in 0..<most {
        let (value, length) = codes[bits << seen & (1 << width - 1)]
        guard length > 0, seen + length <= width else { break }
        seen += length
        entry.add(value)
        seen += Int(value & 15)
        entry.bits = UInt8(seen)
        guard entry.end == 0, seen < width else { break }
      }
      return entry
    }

    /// The first coefficient alone; no bits when there is no such code.
    func first(_ bits: UInt64) -> Entry {
      var entry = Entry()
      guard let found = table.find(UInt32(bits >> 48)) else { return entry }
      entry.add(found.value)
      entry.bits = UInt8(found.length) + found.value & 15
      return entry
    }
  }

  extension SkipTable.Entry {
    /// Zeros, then a value of so many bits; without a value 16 zeros, or the end of the block.
    fileprivate mutating func add(_ value: UInt8) {
      let run = value >> 4
      let isEnd = value & 15 == 0 && run != 15
      places += isEnd ? 1 : run + 1
      end = isEnd ? 64 : 0
    }
  }
#endif
