import Foundation

@testable import Alula

/// The formulas of the BlurHash specification, written down plainly in double precision.
enum ReferenceBlurHash {
  private static let digits = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~")

  static func pixels(_ text: String, width: Int, height: Int) -> [UInt8] {
    let values = text.compactMap { digits.firstIndex(of: $0) }
    let (columns, rows) = (values[0] % 9 + 1, values[0] / 9 + 1)
    let largest = Double(values[1] + 1) / 166
    let color = values[2..<6].reduce(0) { $0 * 83 + $1 }
    var amounts = [[color >> 16, color >> 8 & 255, color & 255].map { light(Double($0) / 255) }]
    for index in 1..<max(2, columns * rows) where columns * rows > 1 {
      let number = values[4 + index * 2] * 83 + values[5 + index * 2]
      amounts.append(
        [number / 361, number / 19 % 19, number % 19].map { part in
          let step = (Double(part) - 9) / 9
          return (step < 0 ? -1 : 1) * step * step * largest
        })
    }
    return (0..<height).flatMap { y in
      (0..<width).flatMap { x -> [UInt8] in
        (0..<3).map { channel in
          var sum = 0.0
          for row in 0..<rows {
            for column in 0..<columns {
              sum += amounts[row * columns + column][channel] * wave(column, x, width) * wave(row, y, height)
            }
          }
          return UInt8(value(sum) * 255 + 0.5)
        } + [255]
      }
    }
  }

  static func text(_ picture: Bitmap, columns: Int, rows: Int) -> String {
    var amounts: [[Double]] = []
    for row in 0..<rows {
      for column in 0..<columns {
        amounts.append(
          (0..<3).map { channel in
            var sum = 0.0
            for y in 0..<picture.height {
              for x in 0..<picture.width {
                let basis = wave(column, x, picture.width) * wave(row, y, picture.height)
                sum += light(Double(picture.pixel(x, y)[channel]) / 255) * basis
              }
            }
            return sum * (row == 0 && column == 0 ? 1 : 2) / Double(picture.width * picture.height)
          })
      }
    }
    let largest = amounts.dropFirst().joined().map { abs($0) }.max()
    let step = largest.map { max(0, min(82, Int(($0 * 166 - 0.5).rounded(.down)))) } ?? 0
    let color = amounts[0].reduce(0) { $0 << 8 | Int(value($1) * 255 + 0.5) }
    var text = number(columns - 1 + (rows - 1) * 9, 1) + number(step, 1) + number(color, 4)
    for amount in amounts.dropFirst() {
      let parts = amount.map { part -> Int in
        let share = part / (Double(step + 1) / 166)
        return max(0, min(18, Int(((share < 0 ? -1 : 1) * abs(share).squareRoot() * 9 + 9.5).rounded(.down))))
      }
      text += number(parts[0] * 361 + parts[1] * 19 + parts[2], 2)
    }
    return text
  }

  private static func wave(_ index: Int, _ place: Int, _ count: Int) -> Double {
    cos(.pi * Double(index) * Double(place) / Double(count))
  }

  private static func number(_ value: Int, _ count: Int) -> String {
    String((1...count).map { digits[value / Int(pow(83, Double(count - $0))) % 83] })
  }

  private static func light(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private static func value(_ light: Double) -> Double {
    let light = min(1, max(0, light))
    return light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}
