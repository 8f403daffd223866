#if os(Linux)
  import CDigest

  /// Digests, from libcrypto and libxxhash.
  enum Fingerprint {
    /// 32 bytes (FIPS 180-4).
    static func sha256(_ text: String) -> [UInt8] {
      var text = text
      return text.withUTF8 { bytes in
        [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
          // Cannot fail: it is given everything it needs.
          _ = alula_sha256(bytes.baseAddress, bytes.count, digest.baseAddress)
          count = 32
        }
      }
    }

    /// What `bytes` are, for noticing damage and for telling whether a body changed.
    static func checksum(_ bytes: UnsafeRawBufferPointer) -> ContentDigest {
      let value = alula_checksum_of(bytes.baseAddress, bytes.count)
      return ContentDigest(high: value.high, low: value.low)
    }
  }
#endif
