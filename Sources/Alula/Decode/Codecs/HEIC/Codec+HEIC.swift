#if os(Linux)
  extension Codec {
    /// What the trait `HEIC` adds: nothing yet.
    static let heic: [Codec] = []
  }
#endif
