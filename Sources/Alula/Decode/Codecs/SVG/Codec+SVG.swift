#if os(Linux)
  extension Codec {
    /// What the trait `SVG` adds: nothing yet.
    static let svg: [Codec] = []
  }
#endif
