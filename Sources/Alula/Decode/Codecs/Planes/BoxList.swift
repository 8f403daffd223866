#if os(Linux) && (AVIF || HEIC)
  /// Boxes one behind another (ISO/IEC 14496-12 section 4.2). A box that says it is longer than what is there is cut off.
  struct BoxList {
    private let bytes: ByteReader

    /// - Parameter start: Where the first box starts; 4 after the version of a full box.
    init(_ bytes: ByteReader, start: Int = 0) { self.bytes = bytes.slice(start, bytes.count) }

    /// What is inside the first box of a type.
    func first(_ type: CharacterCode) -> ByteReader? {
      var found: ByteReader?
      forEach { name, body in
        if found == nil, name == type { found = body }
      }
      return found
    }

    /// The table of a track's samples (`stbl`, ISO/IEC 14496-12 section 8.5), when these are the boxes within its `mdia`.
    var sampleTable: ByteReader? { first("minf").flatMap { BoxList($0).first("stbl") } }

    /// Hands out each box's type and what is inside.
    func forEach(_ body: (CharacterCode, ByteReader) -> Void) {
      var index = 0
      while let size = bytes.big32(at: index), let type = bytes.code(at: index + 4) {
        var (header, length) = (8, size)
        if size == 0 { length = bytes.count - index }
        if size == 1 {
          guard bytes.big32(at: index + 8) == 0, let long = bytes.big32(at: index + 12) else { return }
          (header, length) = (16, long)
        }
        guard length >= header else { return }
        body(type, bytes.slice(index + header, length - header))
        guard length <= bytes.count - index else { return }
        index += length
      }
    }
  }
#endif
