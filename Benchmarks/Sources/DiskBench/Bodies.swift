import Foundation

/// Bodies of one size, each different: noise that no file system packs, behind the first bytes of a PNG.
struct Bodies {
  private var bytes: [UInt8]

  init(size: Int) {
    var noise = Noise(seed: 42)
    bytes = (0..<size).map { _ in UInt8(truncatingIfNeeded: noise.next()) }
    bytes.replaceSubrange(0..<8, with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
  }

  mutating func body(_ number: Int) -> Data {
    withUnsafeBytes(of: UInt64(number).littleEndian) { bytes.replaceSubrange(8..<16, with: $0) }
    return Data(bytes)
  }

  static func number(of body: Data) -> Int {
    Int(body.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self) })
  }
}

/// SplitMix64: the same numbers in every run.
struct Noise: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
