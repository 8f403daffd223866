package import Foundation

/// What a body is, whatever it is stored under: equal bytes have equal digests. Notices damage; it is no defence.
///
/// A body of up to one block (256 KB) has the digest of its bytes. A longer one has the digest of its blocks' digests,
/// so that several threads can compute it together.
package struct ContentDigest: Hashable, Sendable {
  package var high: UInt64
  package var low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  static let blockSize = 256 * 1024

  /// The digest of `bytes`. Cost on Linux: about 35 µs a megabyte.
  package static func of(_ bytes: Data) -> ContentDigest { bytes.withUnsafeBytes { of($0) } }

  static func of(_ bytes: UnsafeRawBufferPointer) -> ContentDigest {
    guard bytes.count > blockSize else { return Fingerprint.block(bytes) }
    let starts = stride(from: 0, to: bytes.count, by: blockSize)
    return ofBlocks(
      starts.map { Fingerprint.block(UnsafeRawBufferPointer(rebasing: bytes[$0..<min($0 + blockSize, bytes.count)])) })
  }

  /// The digest of a body from those of its blocks.
  static func ofBlocks(_ blocks: [ContentDigest]) -> ContentDigest {
    guard blocks.count != 1 else { return blocks[0] }
    let words = blocks.flatMap { [$0.high.littleEndian, $0.low.littleEndian] }
    return words.withUnsafeBytes { Fingerprint.block($0) }
  }

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

extension Fingerprint {
  /// What `bytes` are, for noticing damage and for telling whether a body changed.
  static func checksum(_ bytes: UnsafeRawBufferPointer) -> ContentDigest { ContentDigest.of(bytes) }
}

/// A digest of bytes that arrive in pieces.
struct RunningDigest {
  private let block = RunningBlock()
  private var filled = 0
  private var blocks: [ContentDigest] = []

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // A full block ends when more follows: a body of exactly one block has one digest.
      if filled == ContentDigest.blockSize { endBlock() }
      let piece = rest.prefix(ContentDigest.blockSize - filled)
      block.add(UnsafeRawBufferPointer(rebasing: piece))
      filled += piece.count
      rest = rest.dropFirst(piece.count)
    }
  }

  /// The digest of everything that was added.
  mutating func end() -> ContentDigest {
    endBlock()
    return ContentDigest.ofBlocks(blocks)
  }

  private mutating func endBlock() {
    blocks.append(block.end())
    filled = 0
  }
}
