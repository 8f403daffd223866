/// The first five or six bytes of a ThumbHash, as numbers.
struct ThumbHashHeader {
  /// Averages: light, yellow against blue, red against green from 0 to 63, alpha from 0 to 15.
  var light = 0
  var yellow = 0
  var red = 0
  var alpha = 15
  /// What the largest wave of each stands for: of 31, 63, 63, 15.
  var lightScale = 0
  var yellowScale = 0
  var redScale = 0
  var alphaScale = 15
  var hasAlpha = false
  var isLandscape = false
  /// Waves of light along the shorter side, 1 to 7.
  var shorter = 0

  /// Waves of light along the longer side: fewer where alpha needs room.
  var longer: Int { hasAlpha ? 5 : 7 }
  /// Waves of light across; their number tells the picture's shape.
  var columns: Int { isLandscape ? longer : shorter }
  /// Waves of light down.
  var rows: Int { isLandscape ? shorter : longer }

  init() {}

  /// - Throws: `.truncated` for too few bytes, `.decoding` for no waves at all.
  init(_ bytes: [UInt8]) throws(LoadError) {
    guard bytes.count >= 5, bytes[2] & 128 == 0 || bytes.count >= 6 else { throw Self.truncated }
    let first = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
    let second = Int(bytes[3]) | Int(bytes[4]) << 8
    (light, yellow, red, lightScale) = (first & 63, first >> 6 & 63, first >> 12 & 63, first >> 18 & 31)
    hasAlpha = first >> 23 != 0
    (shorter, yellowScale, redScale) = (second & 7, second >> 3 & 63, second >> 9 & 63)
    isLandscape = second >> 15 != 0
    if hasAlpha { (alpha, alphaScale) = (Int(bytes[5] & 15), Int(bytes[5] >> 4)) }
    guard shorter > 0 else { throw LoadError(.decoding, "The ThumbHash says no shape.") }
  }

  var bytes: [UInt8] {
    let first = light | yellow << 6 | red << 12 | lightScale << 18 | (hasAlpha ? 1 << 23 : 0)
    let second = shorter | yellowScale << 3 | redScale << 9 | (isLandscape ? 1 << 15 : 0)
    let numbers = [first, first >> 8, first >> 16, second, second >> 8] + (hasAlpha ? [alpha | alphaScale << 4] : [])
    return numbers.map { UInt8($0 & 255) }
  }

  static let truncated = LoadError(.truncated, "The ThumbHash ends too early.")

  /// The waves that a channel keeps, but the constant one: those in the corner of low numbers.
  static func places(columns: Int, rows: Int) -> [(column: Int, row: Int)] {
    (0..<rows).flatMap { row in
      (0..<columns).filter { $0 * rows < columns * (rows - row) && ($0 > 0 || row > 0) }.map { (column: $0, row: row) }
    }
  }
}
