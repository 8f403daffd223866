#if os(Linux) && TIFF
  import CImageCodecs

  extension Codec {
    /// What the trait `TIFF` adds: TIFF 6.0 and BigTIFF, by libtiff.
    static let tiff: [Codec] = [
      Codec(
        format: .tiff, isAvailable: { alula_tiff_is_present() != 0 },
        problem: { alula_tiff_problem().map { String(cString: $0) } },
        readHeader: { data throws(LoadError) in try TIFFFile.readHeader(data) },
        decode: { job throws(LoadError) in try TIFFDecoder.decode(job) })
    ]
  }
#elseif os(Linux)
  extension Codec {
    /// What the trait `TIFF` adds: nothing in this build.
    static let tiff: [Codec] = []
  }
#endif
