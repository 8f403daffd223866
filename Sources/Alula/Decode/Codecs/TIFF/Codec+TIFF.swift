#if os(Linux)
  extension Codec {
    /// What the trait `TIFF` adds: nothing yet.
    static let tiff: [Codec] = []
  }
#endif
