#if os(Linux) && JPEGXL
  import CImageCodecs

  extension Codec {
    /// What the trait `JPEGXL` adds: JPEG XL, in its container or bare, by libjxl.
    static let jpegXL: [Codec] = [
      Codec(
        format: .jxl, isAvailable: { alula_jxl_is_present() != 0 },
        problem: { alula_jxl_problem().map { String(cString: $0) } },
        readHeader: { data throws(LoadError) in try JPEGXLFile.readHeader(data) },
        decode: { job throws(LoadError) in try JPEGXLDecoder.decode(job) })
    ]
  }
#elseif os(Linux)
  extension Codec {
    /// What the trait `JPEGXL` adds: nothing in this build.
    static let jpegXL: [Codec] = []
  }
#endif
