/// Finds the scans of a progressive JPEG that are whole (ITU-T T.81 annexes B and G). Each makes the whole picture finer; half a scan would
/// leave a line across it. With an end of image behind them they are a file that every decoder takes.
struct PartialJPEG: Hashable, Sendable {
  private static let endOfImage: [UInt8] = [0xFF, 0xD9]

  /// Where the next marker is looked for.
  private var index = 2
  private var isInScan = false
  private var componentCount = 0
  /// The components that have had a first scan: before that they have no samples.
  private var seen: Set<UInt8> = []
  /// Where the last whole scan ends that leaves no component without samples.
  private var end: Int?

  mutating func look(_ bytes: ByteReader) -> PreviewFinding {
    var next = index
    while let marker = bytes.nextMarker(&next) {
      // Within a scan, and without a length: TEM, RST. A second SOI is passed over, as libjpeg does.
      if marker == 0x01 || (0xD0...0xD8).contains(marker) {
        index = next
        continue
      }
      index = next - 2
      if isInScan { endScan() }
      // The picture itself is about to be made.
      if marker == 0xD9 { return .notYet }
      guard let length = bytes.big16(at: next), length >= 2, next + length <= bytes.count else { return finding }
      guard read(marker, bytes.slice(next + 2, length - 2)) else { return .never }
      next += length
      index = next
    }
    index = max(index, bytes.count - trailingFill(bytes))
    return finding
  }

  private var finding: PreviewFinding {
    end.map { .part(PreviewPart(count: $0, ending: Self.endOfImage)) } ?? .notYet
  }

  private mutating func endScan() {
    isInScan = false
    if seen.count == componentCount { end = index }
  }

  /// `false` when this is no progressive JPEG.
  private mutating func read(_ marker: UInt8, _ segment: ByteReader) -> Bool {
    switch marker {
    case 0xC2, 0xCA:
      guard componentCount == 0, let count = segment[5], count > 0 else { return false }
      componentCount = Int(count)
    case 0xC0...0xCF where marker != 0xC4 && marker != 0xC8 && marker != 0xCC: return false
    case 0xDA: return readScan(segment)
    default: break
    }
    return true
  }

  private mutating func readScan(_ segment: ByteReader) -> Bool {
    guard componentCount > 0, let count = segment[0].map(Int.init), let start = segment[1 + 2 * count],
      let bits = segment[3 + 2 * count]
    else { return false }
    isInScan = true
    // The first scan of DC coefficients.
    guard start == 0, bits >> 4 == 0 else { return true }
    for component in 0..<count { if let id = segment[1 + 2 * component] { seen.insert(id) } }
    return true
  }

  /// How many bytes at the end may be the beginning of a marker.
  private func trailingFill(_ bytes: ByteReader) -> Int {
    var count = 0
    while bytes[bytes.count - 1 - count] == 0xFF { count += 1 }
    return count
  }
}
