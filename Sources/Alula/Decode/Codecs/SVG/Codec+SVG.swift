#if os(Linux) && SVG
  import CImageCodecs

  extension Codec {
    /// What the trait `SVG` adds: SVG, drawn at the target size by librsvg.
    static let svg: [Codec] = [
      Codec(
        format: .svg, isAvailable: { alula_svg_is_present() != 0 },
        readHeader: { data throws(LoadError) in try SVGDocument.readHeader(data) },
        decode: { job throws(LoadError) in try SVGDecoder.decode(job) })
    ]
  }
#elseif os(Linux)
  extension Codec {
    /// What the trait `SVG` adds: nothing in this build.
    static let svg: [Codec] = []
  }
#endif
