/// Finds the first frame of an animated WebP once it is whole (RFC 9649 section 2.7). Stills come row by row.
struct PartialWebP: Hashable, Sendable {
  /// Where the next chunk begins.
  private var index = 12

  mutating func look(_ bytes: ByteReader) -> PreviewFinding {
    while let name = bytes.code(at: index), let length = bytes.little32(at: index + 4) {
      if index == 12 {
        guard name == "VP8X", let flags = bytes[20] else { return name == "VP8X" ? .notYet : .never }
        // Exif comes last and says how the frames are turned.
        guard flags & 0x02 != 0, flags & 0x08 == 0 else { return .never }
      }
      guard length < bytes.count else { return .notYet }
      let end = index + 8 + length + length & 1
      // Something must follow: otherwise the picture itself is about to be made.
      guard end < bytes.count else { return .notYet }
      if name == "ANMF" { return .part(PreviewPart(count: end, isWholeFrame: true, isRIFF: true)) }
      index = end
    }
    return .notYet
  }
}
