#if os(Linux)
  extension Codec {
    /// What the trait `JPEGXL` adds: nothing yet.
    static let jpegXL: [Codec] = []
  }
#endif
