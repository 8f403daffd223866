package import Foundation

/// What a body is, whatever it is stored under: equal bytes have equal digests. Notices damage; it is no defence.
package struct ContentDigest: Hashable, Sendable {
  package var high: UInt64
  package var low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The digest of `bytes`. Cost on Linux: about 30 µs a megabyte.
  package static func of(_ bytes: Data) -> ContentDigest { bytes.withUnsafeBytes { Fingerprint.checksum($0) } }

  /// 16 bytes, as the index holds them.
  var bytes: [UInt8] {
    [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) } }
  }

  /// `nil` when these are not 16 bytes.
  init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    high = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
    low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }
}
