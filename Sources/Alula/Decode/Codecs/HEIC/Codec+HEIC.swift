#if os(Linux) && HEIC
  import CImageCodecs

  extension Codec {
    /// What the trait `HEIC` adds: HEIC, and HEIF whose brands do not name a codec.
    static let heic: [Codec] = [ImageFormat.heic, .heif].map { format in
      Codec(
        format: format, isAvailable: { alula_heic_is_available() != 0 },
        problem: { alula_heic_problem().map { String(cString: $0) } },
        readHeader: { data throws(LoadError) in try HEICDecoder.readHeader(data, format: format) },
        decode: { job throws(LoadError) in try HEICDecoder.decode(job, format: format) })
    }
  }
#elseif os(Linux)
  extension Codec {
    /// What the trait `HEIC` adds: it is off.
    static let heic: [Codec] = []
  }
#endif
