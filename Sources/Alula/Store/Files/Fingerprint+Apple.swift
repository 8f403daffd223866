#if canImport(CryptoKit)
  import CryptoKit
  import Foundation

  /// Digests, from CryptoKit.
  enum Fingerprint {
    /// 32 bytes (FIPS 180-4).
    static func sha256(_ text: String) -> [UInt8] { Array(SHA256.hash(data: Data(text.utf8))) }

    /// The first 16 bytes of the SHA-256 (`ContentDigest`).
    static func checksum(_ bytes: UnsafeRawBufferPointer) -> ContentDigest {
      let running = RunningDigest()
      running.add(bytes)
      return running.end()
    }
  }

  /// The digest of bytes that arrive in pieces.
  final class RunningDigest {
    private var hash = SHA256()

    func add(_ bytes: UnsafeRawBufferPointer) { hash.update(bufferPointer: bytes) }

    /// The digest of what was added. The end: nothing may be added behind it.
    func end() -> ContentDigest {
      let digest = Array(hash.finalize())
      let words = [digest[0..<8], digest[8..<16]].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
      return ContentDigest(high: words[0], low: words[1])
    }
  }
#endif
