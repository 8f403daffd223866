#if os(Linux) && SVG
  import CImageCodecs

  extension Codec {
    /// What the trait `SVG` adds: SVG, drawn at the target size by librsvg.
    ///
    /// What a drawing can cost is bounded before librsvg sees it (`SVGCost`). It is Rust, though, and ends the process at what it did not
    /// foresee, which no caller can catch; nor does a drawing that was begun notice a cancelled task. A server that draws strangers' SVG
    /// does so in a process of its own.
    static let svg: [Codec] = [
      Codec(
        format: .svg, isAvailable: { alula_svg_is_present() != 0 },
        problem: { alula_svg_problem().map { String(cString: $0) } },
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
