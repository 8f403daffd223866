#if os(Linux)
  extension Codec {
    /// What the trait `BMP` adds: nothing yet.
    static let bmp: [Codec] = []
  }
#endif
