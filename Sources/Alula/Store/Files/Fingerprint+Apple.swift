#if canImport(CryptoKit)
  import CryptoKit
  import Foundation

  /// Digests, from CryptoKit.
  enum Fingerprint {
    /// 32 bytes (FIPS 180-4).
    static func sha256(_ text: String) -> [UInt8] { Array(SHA256.hash(data: Data(text.utf8))) }

    /// The first 16 bytes of the SHA-256 of one block (`ContentDigest`).
    static func block(_ bytes: UnsafeRawBufferPointer) -> ContentDigest {
      let block = RunningBlock()
      block.add(bytes)
      return block.end()
    }
  }

  /// The digest of a block that arrives in pieces.
  final class RunningBlock {
    private var hash = SHA256()

    func add(_ bytes: UnsafeRawBufferPointer) { hash.update(bufferPointer: bytes) }

    /// The digest of what was added, and a new beginning.
    func end() -> ContentDigest {
      let digest = Array(hash.finalize())
      hash = SHA256()
      let words = [digest[0..<8], digest[8..<16]].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
      return ContentDigest(high: words[0], low: words[1])
    }
  }
#endif
