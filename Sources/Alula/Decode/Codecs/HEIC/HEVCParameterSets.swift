#if os(Linux)
  /// What the parameter sets of an `hvcC` box (ISO/IEC 14496-15 section 8.3.3.1) say of the pictures that follow: what a decoder takes
  /// memory for, whatever other boxes say.
  struct HEVCParameterSets {
    /// The most samples of luma of all its sequence parameter sets; `nil` when it has none that can be read.
    private(set) var mostPixels: Int?

    init(_ box: ByteReader) {
      guard let arrays = box[22] else { return }
      var index = 23
      for _ in 0..<arrays {
        guard let type = box[index], let count = box.big16(at: index + 1) else { return }
        index += 3
        for _ in 0..<count {
          guard let length = box.big16(at: index) else { return }
          if type & 63 == Self.sequence { read(box.slice(index + 2, length)) }
          index += 2 + length
        }
      }
    }

    private static let sequence: UInt8 = 33

    /// The start of a sequence parameter set (ITU-T H.265 section 7.3.2.2).
    private mutating func read(_ unit: ByteReader) {
      var bits = HEVCBits(unit, skipping: 2)
      guard bits.read(4) != nil, let layers = bits.read(3), bits.skip(1 + 96) else { return }
      guard Self.skipLayers(Int(layers), &bits), bits.readNumber() != nil, let chroma = bits.readNumber() else { return }
      if chroma == 3 { guard bits.skip(1) else { return } }
      guard let width = bits.readNumber(), let height = bits.readNumber() else { return }
      let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
      mostPixels = max(mostPixels ?? 0, overflow ? .max : pixels)
    }

    /// Profiles and levels of sub-layers (section 7.3.3).
    private static func skipLayers(_ count: Int, _ bits: inout HEVCBits) -> Bool {
      guard count > 0 else { return true }
      var present: [UInt32] = []
      for _ in 0..<count {
        guard let flags = bits.read(2) else { return false }
        present.append(flags)
      }
      guard bits.skip(2 * max(0, 8 - count)) else { return false }
      return present.allSatisfy { bits.skip(($0 & 2 != 0 ? 88 : 0) + ($0 & 1 != 0 ? 8 : 0)) }
    }
  }

  /// Bits of a unit, without the bytes that keep start codes out of it (ITU-T H.265 section 7.3.1.1).
  private struct HEVCBits {
    private var bytes: [UInt8] = []
    private var position = 0

    /// What comes before the sizes in a sequence parameter set, and the sizes, is far shorter.
    private static let most = 256

    init(_ unit: ByteReader, skipping count: Int) {
      var zeros = 0
      for index in count..<min(max(count, unit.count), Self.most) {
        guard let byte = unit[index] else { break }
        defer { zeros = byte == 0 ? zeros + 1 : 0 }
        if zeros >= 2, byte == 3 { continue }
        bytes.append(byte)
      }
    }

    mutating func skip(_ count: Int) -> Bool {
      position += count
      return position <= bytes.count * 8
    }

    mutating func read(_ count: Int) -> UInt32? {
      guard position + count <= bytes.count * 8 else { return nil }
      var value: UInt32 = 0
      for _ in 0..<count {
        value = value << 1 | UInt32(bytes[position / 8] >> UInt8(7 - position % 8) & 1)
        position += 1
      }
      return value
    }

    /// An Exp-Golomb code, `ue(v)` (section 9.2).
    mutating func readNumber() -> Int? {
      var zeros = 0
      while let bit = read(1) {
        if bit == 1 { return read(zeros).map { (1 << zeros) - 1 + Int($0) } }
        zeros += 1
        guard zeros < 32 else { return nil }
      }
      return nil
    }
  }
#endif
