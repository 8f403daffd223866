#if os(Linux)
  /// Passes over AC coefficients (ITU-T T.81 section F.2.2.2): says for the next bits how many of them are whole coefficients, the
  /// bits of their values included, and how many places these fill.
  final class SkipTable {
    /// What one look-up says, in 16 bits: two tables then fit the fastest cache.
    struct Entry {
      private var packed: UInt16

      /// Nothing: the first code is longer than a look-up, or there is no such code. More places than a block has.
      static let unknown = Entry(bits: 0, places: 255, end: false)

      init(bits: Int, places: Int, end: Bool) {
        packed = UInt16(bits) | UInt16(places) << 5 | (end ? 1 << 13 : 0)
      }

      /// Bits to pass over.
      @inline(__always) var bits: Int { Int(packed & 31) }
      /// Places that are filled, and one more when the block ends here: an end needs a place that is not filled.
      @inline(__always) var places: Int { Int(packed &>> 5 & 255) }
      /// 64 when the block ends here.
      @inline(__always) var end: Int { Int(packed &>> 13) &<< 6 }
    }

    private let table: HuffmanTable
    /// Bits a look-up sees.
    let width: Int
    let entries: UnsafeMutablePointer<Entry>

    /// - Parameter streamLength: Bytes that will be read with it. A table that finds several coefficients at once is worth
    ///   making for a long stream only.
    init(_ table: HuffmanTable, streamLength: Int) {
      self.table = table
      let isLong = streamLength > 300_000
      let width = isLong ? 13 : 9
      self.width = width
      entries = .allocate(capacity: 1 << width)
      let codes = table.prefixes(width: width).map { Coefficient($0.value, length: $0.length) }
      for bits in 0..<1 << width {
        entries[bits] = Self.entry(bits, width: width, codes: codes, most: isLong ? width : 1)
      }
    }

    deinit { entries.deallocate() }

    private static func entry(_ bits: Int, width: Int, codes: [Coefficient], most: Int) -> Entry {
      var (seen, places, isEnd) = (0, 0, false)
      for _ in 0..<most {
        let code = codes[bits << seen & (1 << width - 1)]
        guard code.length > 0, seen + code.length <= width else { break }
        seen += code.length + code.size
        places += code.places
        isEnd = code.isEnd
        guard !isEnd, seen < width else { break }
      }
      return seen == 0 ? .unknown : Entry(bits: seen, places: places, end: isEnd)
    }

    /// The first coefficient alone.
    func first(_ bits: UInt64) -> Entry {
      guard let found = table.find(UInt32(bits >> 48)) else { return .unknown }
      let code = Coefficient(found.value, length: found.length)
      return Entry(bits: code.length + code.size, places: code.places, end: code.isEnd)
    }
  }

  /// Zeros, then a value of so many bits; without a value 16 zeros, or the end of the block.
  private struct Coefficient {
    let length: Int
    let size: Int
    let places: Int
    let isEnd: Bool

    init(_ value: UInt8, length: Int) {
      self.length = length
      size = Int(value & 15)
      isEnd = value & 15 == 0 && value >> 4 != 15
      places = isEnd ? 1 : Int(value >> 4) + 1
    }
  }
#endif
