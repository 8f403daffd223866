import Foundation

/// The transfer curve of sRGB (IEC 61966-2-1) between 8-bit numbers and linear light, by tables: a power for each channel of each
/// pixel would be most of the cost.
struct SRGBCurve: Sendable {
  /// Numbers are rounded to the nearest.
  static let nearest = SRGBCurve(.toNearestOrAwayFromZero)
  /// Numbers are rounded down.
  static let down = SRGBCurve(.down)

  private static let cells = 4096
  /// The linear light, 0 to 1, of each number.
  private let lights: [Float]
  /// The least light that each number stands for.
  private let least: [Double]
  /// The number at the start of each of `cells` equal parts of the light from 0 to 1.
  private let starts: [UInt8]
  private let rule: FloatingPointRoundingRule

  private init(_ rule: FloatingPointRoundingRule) {
    self.rule = rule
    lights = (0...255).map { Float(Self.light(Double($0) / 255)) }
    least = (0...255).map { Self.leastLight(of: $0, rule) }
    starts = (0...Self.cells).map { Self.exact(Double($0) / Double(Self.cells), rule) }
  }

  /// The light of a number from 0 to 255.
  func light(_ value: UInt8) -> Float { lights[Int(value)] }

  /// The number of a light; below 0 and above 1 it is cut off.
  func value(_ light: Double) -> UInt8 {
    guard light > 0 else { return 0 }
    var value = Int(starts[light < 1 ? Int(light * Double(Self.cells)) : Self.cells])
    while value < 255, light >= least[value + 1] { value += 1 }
    return UInt8(value)
  }

  /// The same by the formula itself.
  func exact(_ light: Double) -> UInt8 { Self.exact(light, rule) }

  private static func exact(_ light: Double, _ rule: FloatingPointRoundingRule) -> UInt8 {
    let value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    return UInt8(min(255, max(0, (value * 255).rounded(rule))))
  }

  private static func light(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// Halves a span of light until no number lies inside. The light of 255 may be a little above 1.
  private static func leastLight(of value: Int, _ rule: FloatingPointRoundingRule) -> Double {
    guard value > 0 else { return 0 }
    var (below, reached) = (light(Double(value - 1) / 255), 2.0)
    while case let middle = (below + reached) / 2, middle > below, middle < reached {
      if exact(middle, rule) >= value { reached = middle } else { below = middle }
    }
    return reached
  }
}
