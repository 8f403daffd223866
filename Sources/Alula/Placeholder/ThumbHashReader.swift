/// Takes the waves out of the half bytes behind the header.
struct ThumbHashReader {
  let header: ThumbHashHeader
  private let bytes: [UInt8]
  private var place: Int

  init(_ bytes: [UInt8]) throws(LoadError) {
    header = try ThumbHashHeader(bytes)
    self.bytes = bytes
    place = header.hasAlpha ? 12 : 10
  }

  /// Where the bytes that were read end.
  var end: Int { (place + 1) / 2 }

  mutating func readWaves() throws(LoadError) -> WaveGrid {
    var waves = WaveGrid(columns: 7, rows: 7)
    waves.values[0] = SIMD4(
      Float(header.light) / 63, Float(header.yellow) / 31.5 - 1, Float(header.red) / 31.5 - 1, Float(header.alpha) / 15)
    // Colours are lifted by a quarter, to make up for what few steps take from them.
    try read(0, max(3, header.columns), max(3, header.rows), Float(header.lightScale) / 31, into: &waves)
    try read(1, 3, 3, Float(header.yellowScale) / 63 * 1.25, into: &waves)
    try read(2, 3, 3, Float(header.redScale) / 63 * 1.25, into: &waves)
    if header.hasAlpha { try read(3, 5, 5, Float(header.alphaScale) / 15, into: &waves) }
    return waves
  }

  /// - Parameter scale: what the largest number stands for.
  private mutating func read(
    _ channel: Int, _ columns: Int, _ rows: Int, _ scale: Float, into waves: inout WaveGrid
  ) throws(LoadError) {
    for (column, row) in ThumbHashHeader.places(columns: columns, rows: rows) {
      guard place / 2 < bytes.count else { throw ThumbHashHeader.truncated }
      let bits = place % 2 == 0 ? bytes[place / 2] & 15 : bytes[place / 2] >> 4
      place += 1
      // What is written is an average: half of what the wave swings.
      waves.values[row * 7 + column][channel] = (Float(bits) / 7.5 - 1) * scale * 2
    }
  }
}
