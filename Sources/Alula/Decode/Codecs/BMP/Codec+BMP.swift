#if os(Linux) && BMP
  extension Codec {
    /// What the trait `BMP` adds: Windows bitmaps, icons and cursors, by decoders of our own.
    static let bmp: [Codec] = [
      Codec(
        format: .bmp, readHeader: { data throws(LoadError) in try BMPDecoder.readHeader(data) },
        decode: { job throws(LoadError) in try BMPDecoder.decode(job) }),
      icon(.ico), icon(.cur),
    ]

    private static func icon(_ format: ImageFormat) -> Codec {
      Codec(
        format: format, readHeader: { data throws(LoadError) in try IconDecoder.readHeader(data, format) },
        decode: { job throws(LoadError) in try IconDecoder.decode(job, format) })
    }
  }
#elseif os(Linux)
  extension Codec {
    /// What the trait `BMP` adds: nothing in this build.
    static let bmp: [Codec] = []
  }
#endif
