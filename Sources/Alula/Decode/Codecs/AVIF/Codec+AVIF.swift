#if os(Linux)
  extension Codec {
    /// What the trait `AVIF` adds: nothing yet.
    static let avif: [Codec] = []
  }
#endif
