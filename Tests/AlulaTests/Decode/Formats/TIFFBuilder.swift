#if TIFF
  import Foundation

  /// Writes small TIFF files by hand, without compression: strips or tiles, one plane or several, both byte orders, BigTIFF.
  struct TIFFBuilder {
    var width: Int
    var height: Int
    var bits = [8, 8, 8]
    /// 0 white is zero, 1 black is zero, 2 RGB, 3 palette, 5 CMYK.
    var photometric = 2
    var isLittle = true
    var isBig = false
    var isSeparate = false
    /// What the samples beyond the colours are: 1 premultiplied alpha, 2 straight alpha.
    var extra: [Int] = []
    var orientation = 1
    var compression = 1
    var sampleFormat = 1
    /// 2: the lowest bit of a byte comes first.
    var fillOrder = 1
    var rowsPerStrip: Int?
    var tile: (width: Int, height: Int)?
    /// 16-bit reds, then greens, then blues.
    var palette: [Int] = []

    private struct Entry {
      let tag: Int
      /// 3 SHORT, 4 LONG, 16 LONG8.
      let kind: Int
      let values: [Int]
    }

    init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }

    /// A file of so many pages that show the same strips or tiles; the last page's successor is `next`.
    /// - Parameter repeats: How often each strip or tile is listed.
    func file(_ blocks: [[UInt8]], pages: Int = 1, next: Int = 0, repeats: Int = 1) -> Data {
      var bytes = Array((isLittle ? "II" : "MM").utf8) + number(isBig ? 43 : 42, 2)
      if isBig { bytes += number(8, 2) + number(0, 2) }
      let start = isBig ? 16 : 8
      let data = blocks.flatMap { $0 }
      let offsets = blocks.indices.map { start + blocks[..<$0].map(\.count).reduce(0, +) }
      var directory = start + data.count + data.count % 2
      bytes += number(directory, isBig ? 8 : 4) + data + [UInt8](repeating: 0, count: data.count % 2)
      for page in 0..<pages {
        let listed = (0..<repeats).flatMap { _ in offsets }
        let counts = (0..<repeats).flatMap { _ in blocks.map(\.count) }
        let (entries, values) = directoryBytes(at: directory, listed, counts)
        let end = directory + entries.count + (isBig ? 8 : 4) + values.count
        bytes += entries + number(page == pages - 1 ? next : end, isBig ? 8 : 4) + values
        directory = end
      }
      return Data(bytes)
    }

    private func directoryBytes(at start: Int, _ offsets: [Int], _ counts: [Int]) -> ([UInt8], [UInt8]) {
      let entries = entries(offsets, counts)
      let room = isBig ? 8 : 4
      let head = (isBig ? 8 : 2) + entries.count * (isBig ? 20 : 12) + room
      var (bytes, values) = (number(entries.count, isBig ? 8 : 2), [UInt8]())
      for entry in entries {
        let size = entry.kind == 3 ? 2 : entry.kind == 4 ? 4 : 8
        var value = entry.values.flatMap { number($0, size) }
        if value.count > room {
          let place = start + head + values.count
          values += value + [UInt8](repeating: 0, count: value.count % 2)
          value = number(place, room)
        }
        value += [UInt8](repeating: 0, count: room - value.count)
        bytes += number(entry.tag, 2) + number(entry.kind, 2) + number(entry.values.count, room) + value
      }
      return (bytes, values)
    }

    private func entries(_ offsets: [Int], _ counts: [Int]) -> [Entry] {
      let wide = isBig ? 16 : 4
      var entries = [
        Entry(tag: 256, kind: 4, values: [width]), Entry(tag: 257, kind: 4, values: [height]),
        Entry(tag: 258, kind: 3, values: bits), Entry(tag: 259, kind: 3, values: [compression]),
        Entry(tag: 262, kind: 3, values: [photometric]), Entry(tag: 274, kind: 3, values: [orientation]),
        Entry(tag: 277, kind: 3, values: [bits.count]), Entry(tag: 284, kind: 3, values: [isSeparate ? 2 : 1]),
        Entry(tag: 339, kind: 3, values: bits.map { _ in sampleFormat }),
      ]
      if let tile {
        entries += [
          Entry(tag: 322, kind: 4, values: [tile.width]), Entry(tag: 323, kind: 4, values: [tile.height]),
          Entry(tag: 324, kind: wide, values: offsets), Entry(tag: 325, kind: wide, values: counts),
        ]
      } else {
        entries += [
          Entry(tag: 273, kind: wide, values: offsets), Entry(tag: 279, kind: wide, values: counts),
          Entry(tag: 278, kind: 4, values: [rowsPerStrip ?? height]),
        ]
      }
      if fillOrder != 1 { entries.append(Entry(tag: 266, kind: 3, values: [fillOrder])) }
      if !palette.isEmpty { entries.append(Entry(tag: 320, kind: 3, values: palette)) }
      if !extra.isEmpty { entries.append(Entry(tag: 338, kind: 3, values: extra)) }
      return entries.sorted { $0.tag < $1.tag }
    }

    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      let little = (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isLittle ? little : little.reversed()
    }
  }
#endif
