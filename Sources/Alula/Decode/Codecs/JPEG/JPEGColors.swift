#if os(Linux)
  /// What three components of a JPEG are, by the segments before its frame (JFIF 1.02; Adobe technical note 5116), and where these say
  /// nothing by the components' numbers, as libjpeg does it.
  struct JPEGColors {
    private var isJFIF = false
    /// What an Adobe segment says: 0 is RGB, 1 is YCbCr.
    private var transform: UInt8?

    mutating func read(_ segment: ByteReader, _ marker: UInt8) {
      if marker == 0xE0, segment.count >= Self.lengthOfJFIF, segment.hasText("JFIF\0", at: 0) { isJFIF = true }
      if marker == 0xEE, segment.hasText("Adobe", at: 0), let value = segment[11] { transform = value }
    }

    /// libjpeg takes a shorter segment for something else.
    private static let lengthOfJFIF = 14

    /// Whether the picture is grey, or luma and chroma.
    func areYCbCr(_ frame: DCFrame) -> Bool {
      if frame.components.count == 1 || isJFIF { return true }
      if let transform { return transform == 1 }
      return frame.components.map(\.identifier) == [1, 2, 3]
    }
  }
#endif
