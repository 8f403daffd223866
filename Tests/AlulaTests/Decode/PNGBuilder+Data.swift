import Foundation

/// Filters and compression, for tests of what reads them.
extension PNGBuilder {
  /// Samples a pixel of each colour type.
  static let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4]
  /// Every colour type with every depth it may have (W3C PNG third edition, table 11.1).
  static let kinds: [(colorType: Int, bitDepth: Int)] = [
    (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4), (3, 8), (4, 8), (4, 16), (6, 8),
    (6, 16),
  ]

  var rowBytes: Int { (width * bitDepth * (Self.channels[colorType] ?? 1) + 7) / 8 }

  /// The file around `pieces`, an IDAT chunk each.
  func file(pieces: [[UInt8]]) -> Data {
    let whole = [UInt8](file(rows: []))
    let emptyData = 12 + Self.stored([]).count
    let start = whole.count - 12 - after.reduce(0) { $0 + 12 + $1.body.count } - emptyData
    return Data(whole[..<start] + pieces.flatMap { Self.chunk("IDAT", $0) } + whole[(start + emptyData)...])
  }

  /// The bytes of rows with their filters (section 9), before compression.
  func filtered(_ rows: [[UInt8]], by filter: (_ row: Int) -> UInt8) -> [UInt8] {
    let step = max(1, bitDepth * (Self.channels[colorType] ?? 1) / 8)
    return rows.indices.flatMap { index -> [UInt8] in
      let (row, kind) = (rows[index], filter(index))
      let above = index == 0 ? [UInt8](repeating: 0, count: row.count) : rows[index - 1]
      return [kind]
        + row.indices.map { place in
          let left = place < step ? 0 : Int(row[place - step])
          let corner = place < step ? 0 : Int(above[place - step])
          return row[place] &- Self.prediction(kind, left, Int(above[place]), corner)
        }
    }
  }

  private static func prediction(_ filter: UInt8, _ left: Int, _ up: Int, _ corner: Int) -> UInt8 {
    switch filter {
    case 1: return UInt8(left)
    case 2: return UInt8(up)
    case 3: return UInt8((left + up) / 2)
    case 4:
      let guess = left + up - corner
      let (toLeft, toUp, toCorner) = (abs(guess - left), abs(guess - up), abs(guess - corner))
      return UInt8(toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner)
    default: return 0
    }
  }

  /// Rows of any bytes.
  func noise(_ generator: inout some RandomNumberGenerator) -> [[UInt8]] {
    // Few values, so that neighbours are often alike and predictions tie.
    let most = [1, 3, 255, 255].randomElement(using: &generator) ?? 255
    return (0..<height).map { _ in
      (0..<rowBytes).map { _ in UInt8(truncatingIfNeeded: Int.random(in: 0...most, using: &generator) * 255 / most) }
    }
  }
}
