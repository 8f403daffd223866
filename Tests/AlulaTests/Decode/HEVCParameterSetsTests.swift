#if os(Linux)
  import Testing

  @testable import Alula

  /// Parameter sets as ITU-T H.265 section 7.3.2 and ISO/IEC 14496-15 section 8.3.3.1 write them.
  @Suite struct HEVCParameterSetsTests {
    private struct Bits {
      var values: [UInt8] = []

      mutating func add(_ value: Int, _ count: Int) {
        values += (0..<count).reversed().map { UInt8(value >> $0 & 1) }
      }

      mutating func addNumber(_ value: Int) {
        let length = Int.bitWidth - (value + 1).leadingZeroBitCount
        add(0, length - 1)
        add(value + 1, length)
      }

      /// Bytes, with one that keeps start codes out behind two that are zero.
      var escaped: [UInt8] {
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: values.count, by: 8) {
          let byte = (start..<start + 8).reduce(UInt8(0)) { $0 << 1 | ($1 < values.count ? values[$1] : 0) }
          if bytes.suffix(2) == [0, 0], byte < 4 { bytes.append(3) }
          bytes.append(byte)
        }
        return bytes
      }
    }

    /// A set of a picture of that size; each of `layers` says whether a profile and a level of its own follow.
    private static func unit(_ width: Int, _ height: Int, layers: [Int] = [], chroma: Int = 1) -> [UInt8] {
      var bits = Bits()
      bits.add(33 << 9 | 1, 16)
      bits.add(0, 4)
      bits.add(layers.count, 3)
      bits.add(1, 1)
      bits.add(0, 96)
      for flags in layers { bits.add(flags, 2) }
      if !layers.isEmpty { bits.add(0, 2 * (8 - layers.count)) }
      for flags in layers { bits.add(0, (flags & 2 != 0 ? 88 : 0) + (flags & 1 != 0 ? 8 : 0)) }
      bits.addNumber(0)
      bits.addNumber(chroma)
      if chroma == 3 { bits.add(0, 1) }
      bits.addNumber(width)
      bits.addNumber(height)
      return bits.escaped + [0x80]
    }

    private static func box(_ units: [(type: UInt8, bytes: [UInt8])]) -> [UInt8] {
      units.reduce([UInt8](repeating: 0, count: 22) + [UInt8(units.count)]) { box, unit in
        box + [unit.type, 0, 1, UInt8(unit.bytes.count >> 8), UInt8(unit.bytes.count & 255)] + unit.bytes
      }
    }

    private static func mostPixels(_ box: [UInt8]) -> Int? {
      box.withUnsafeBytes { HEVCParameterSets(ByteReader($0)).mostPixels }
    }

    @Test func `the largest picture of all sets counts, whatever stands before its size`() {
      #expect(Self.mostPixels(Self.box([(33, Self.unit(640, 480))])) == 640 * 480)
      #expect(Self.mostPixels(Self.box([(0xA1, Self.unit(64, 64, layers: [3, 1, 2]))])) == 64 * 64)
      #expect(Self.mostPixels(Self.box([(33, Self.unit(4_000, 3_000, layers: [0, 0], chroma: 3))])) == 12_000_000)
      let several = Self.box([(32, [1, 2, 3]), (33, Self.unit(64, 64)), (33, Self.unit(12_000, 12_000))])
      #expect(Self.mostPixels(several) == 144_000_000)
    }

    @Test func `what ends too soon or is no set says nothing`() {
      let box = Self.box([(33, Self.unit(640, 480, layers: [3]))])
      for count in 0..<box.count - 2 { #expect(Self.mostPixels(Array(box.prefix(count))) == nil) }
      #expect(Self.mostPixels(Self.box([(34, Self.unit(640, 480))])) == nil)
      #expect(Self.mostPixels(Self.box([(33, [UInt8](repeating: 0, count: 300))])) == nil)
    }
  }
#endif
