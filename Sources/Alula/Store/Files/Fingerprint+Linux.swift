#if os(Linux)
  import CDigest

  /// Digests, from libmd and libxxhash.
  enum Fingerprint {
    /// 32 bytes (FIPS 180-4).
    static func sha256(_ text: String) -> [UInt8] {
      var text = text
      return text.withUTF8 { bytes in
        [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
          alula_sha256(bytes.baseAddress, bytes.count, digest.baseAddress)
          count = 32
        }
      }
    }

    /// XXH3 with 128 bits (`ContentDigest`).
    static func checksum(_ bytes: UnsafeRawBufferPointer) -> ContentDigest {
      let value = alula_checksum_of(bytes.baseAddress, bytes.count)
      return ContentDigest(high: value.high, low: value.low)
    }
  }

  /// The digest of bytes that arrive in pieces.
  final class RunningDigest {
    private let state: OpaquePointer?

    init() { state = alula_checksum_make() }

    deinit { alula_checksum_free(state) }

    func add(_ bytes: UnsafeRawBufferPointer) {
      guard let state, !bytes.isEmpty else { return }
      alula_checksum_add(state, bytes.baseAddress, bytes.count)
    }

    /// The digest of what was added. The end: nothing may be added behind it.
    func end() -> ContentDigest {
      // Without memory for a state no body matches: it is a miss, not a wrong picture.
      guard let state else { return ContentDigest(high: 0, low: 0) }
      let value = alula_checksum_end(state)
      return ContentDigest(high: value.high, low: value.low)
    }
  }
#endif
