import Foundation

@testable import Alula

/// The formulas of ThumbHash, written down plainly in double precision.
enum ReferenceThumbHash {
  /// Premultiplied values, not rounded.
  static func pixels(_ bytes: [UInt8], width: Int, height: Int) -> [Double] {
    let first = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
    let second = Int(bytes[3]) | Int(bytes[4]) << 8
    let (hasAlpha, isLandscape) = (first >> 23 & 1 == 1, second >> 15 & 1 == 1)
    let long = hasAlpha ? 5 : 7
    let columns = max(3, isLandscape ? long : second & 7)
    let rows = max(3, isLandscape ? second & 7 : long)
    var place = hasAlpha ? 12 : 10
    func waves(_ columns: Int, _ rows: Int, _ scale: Double) -> [(Int, Int, Double)] {
      var waves: [(Int, Int, Double)] = []
      for row in 0..<rows {
        for column in 0..<columns where column * rows < columns * (rows - row) && (row > 0 || column > 0) {
          let bits = place % 2 == 0 ? bytes[place / 2] & 15 : bytes[place / 2] >> 4
          place += 1
          waves.append((column, row, (Double(bits) / 7.5 - 1) * scale))
        }
      }
      return waves
    }
    let light = waves(columns, rows, Double(first >> 18 & 31) / 31)
    let yellow = waves(3, 3, Double(second >> 3 & 63) / 63 * 1.25)
    let red = waves(3, 3, Double(second >> 9 & 63) / 63 * 1.25)
    let alpha = hasAlpha ? waves(5, 5, Double(bytes[5] >> 4) / 15) : []
    return (0..<height).flatMap { y in
      (0..<width).flatMap { x -> [Double] in
        func sum(_ start: Double, _ waves: [(Int, Int, Double)]) -> Double {
          waves.reduce(start) {
            $0 + $1.2 * 2 * cos(.pi / Double(width) * (Double(x) + 0.5) * Double($1.0))
              * cos(.pi / Double(height) * (Double(y) + 0.5) * Double($1.1))
          }
        }
        let l = sum(Double(first & 63) / 63, light)
        let p = sum(Double(first >> 6 & 63) / 31.5 - 1, yellow)
        let q = sum(Double(first >> 12 & 63) / 31.5 - 1, red)
        let a = min(1, max(0, hasAlpha ? sum(Double(bytes[5] & 15) / 15, alpha) : 1))
        let blue = l - 2 / 3 * p
        let r = (3 * l - blue + q) / 2
        return [r, r - q, blue].map { min(1, max(0, $0)) * a * 255 } + [a * 255]
      }
    }
  }

  /// The hash of an opaque picture of at most 100 × 100 pixels.
  static func bytes(_ picture: Bitmap) -> [UInt8] {
    let (width, height) = (picture.width, picture.height)
    let isLandscape = width > height
    let columns = max(1, Int((7 * Double(width) / Double(max(width, height))).rounded()))
    let rows = max(1, Int((7 * Double(height) / Double(max(width, height))).rounded()))
    func channel(_ columns: Int, _ rows: Int, _ value: (Double, Double, Double) -> Double) -> (Double, Double, [Double])
    {
      var (average, waves) = (0.0, [Double]())
      for row in 0..<rows {
        for column in 0..<columns where column * rows < columns * (rows - row) {
          var sum = 0.0
          for y in 0..<height {
            for x in 0..<width {
              let pixel = picture.pixel(x, y).map { Double($0) / 255 }
              sum +=
                value(pixel[0], pixel[1], pixel[2]) * cos(.pi / Double(width) * Double(column) * (Double(x) + 0.5))
                * cos(.pi / Double(height) * Double(row) * (Double(y) + 0.5))
            }
          }
          sum /= Double(width * height)
          if row == 0, column == 0 { average = sum } else { waves.append(sum) }
        }
      }
      let scale = waves.map { abs($0) }.max() ?? 0
      return (average, scale, waves.map { scale > 0 ? 0.5 + 0.5 / scale * $0 : 0 })
    }
    let light = channel(max(3, columns), max(3, rows)) { ($0 + $1 + $2) / 3 }
    let yellow = channel(3, 3) { ($0 + $1) / 2 - $2 }
    let red = channel(3, 3) { r, g, _ in r - g }
    func round(_ value: Double) -> Int { Int(value.rounded()) }
    let first =
      round(63 * light.0) | round(31.5 + 31.5 * yellow.0) << 6 | round(31.5 + 31.5 * red.0) << 12
      | round(31 * light.1) << 18
    let second =
      (isLandscape ? rows : columns) | round(63 * yellow.1) << 3 | round(63 * red.1) << 9 | (isLandscape ? 1 << 15 : 0)
    var bytes = [first, first >> 8, first >> 16, second, second >> 8].map { UInt8($0 & 255) }
    let steps = (light.2 + yellow.2 + red.2).map { UInt8(round(15 * $0)) }
    for index in stride(from: 0, to: steps.count, by: 2) {
      bytes.append(steps[index] | (index + 1 < steps.count ? steps[index + 1] << 4 : 0))
    }
    return bytes
  }
}
