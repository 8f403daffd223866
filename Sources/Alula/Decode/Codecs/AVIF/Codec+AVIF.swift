#if os(Linux) && AVIF
  import CImageCodecs

  extension Codec {
    /// What the trait `AVIF` adds.
    static let avif: [Codec] = [
      Codec(
        format: .avif, isAvailable: { alula_avif_is_available() != 0 },
        problem: { alula_avif_problem().map { String(cString: $0) } }, readHeader: AVIFDecoder.readHeader,
        decode: AVIFDecoder.decode)
    ]
  }
#elseif os(Linux)
  extension Codec {
    /// What the trait `AVIF` adds: it is off.
    static let avif: [Codec] = []
  }
#endif
