/// Finds what an interlaced PNG shows early, and the first picture of an animated one (W3C PNG third edition, sections 8 and 11.3.6).
struct PartialPNG: Hashable, Sendable {
  private static let endOfImage: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

  /// Where the next chunk begins.
  private var index = 8
  private var isInterlaced = false
  private var isAnimated = false
  private var hasPixels = false

  mutating func look(_ bytes: ByteReader) -> PreviewFinding {
    while let length = bytes.big32(at: index), let name = bytes.code(at: index + 4) {
      switch name {
      case "IHDR": isInterlaced = bytes[index + 20] == 1
      case "acTL" where !hasPixels: isAnimated = true
      case "IDAT":
        guard isInterlaced || isAnimated else { return .never }
        hasPixels = true
      // The picture itself is about to be made.
      case "IEND": return .notYet
      case "fcTL" where hasPixels, "fdAT" where hasPixels:
        return .part(PreviewPart(count: index, ending: Self.endOfImage, isWholeFrame: true))
      default: break
      }
      guard length < bytes.count, index + 12 + length <= bytes.count else { break }
      index += 12 + length
    }
    return isInterlaced && hasPixels ? .part(PreviewPart(count: bytes.count)) : .notYet
  }
}
