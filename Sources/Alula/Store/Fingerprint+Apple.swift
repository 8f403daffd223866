#if canImport(CryptoKit)
  import CryptoKit
  import Foundation

  /// Digests, from CryptoKit.
  enum Fingerprint {
    /// 32 bytes (FIPS 180-4).
    static func sha256(_ text: String) -> [UInt8] { Array(SHA256.hash(data: Data(text.utf8))) }

    /// What `bytes` are, for noticing damage and for telling whether a body changed: the first 16 bytes of their SHA-256.
    static func checksum(_ bytes: UnsafeRawBufferPointer) -> ContentDigest {
      var hash = SHA256()
      hash.update(bufferPointer: bytes)
      let digest = Array(hash.finalize())
      let words = [digest[0..<8], digest[8..<16]].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
      return ContentDigest(high: words[0], low: words[1])
    }
  }
#endif
