import Foundation

/// The transfer curve of sRGB (IEC 61966-2-1), by tables: a power for each channel of each pixel would be most of the cost of a
/// placeholder.
struct SRGBCurve: Sendable {
  static let shared = SRGBCurve()

  /// The linear light, 0 to 1, of each value.
  private let linear: [Float]
  /// Where the rounded value becomes each one.
  private let thresholds: [Float]
  /// The value at the start of each of `cells` equal steps of light.
  private let starts: [UInt8]

  private static let cells = 4096

  private init() {
    linear = (0...255).map { Float(Self.light(Double($0) / 255)) }
    let thresholds = (0...256).map { Float(Self.light((Double($0) - 0.5) / 255)) }
    var value = 0
    starts = (0...Self.cells).map { cell in
      while value < 255, thresholds[value + 1] <= Float(cell) / Float(Self.cells) { value += 1 }
      return UInt8(value)
    }
    self.thresholds = thresholds
  }

  /// The light of a value from 0 to 255.
  func light(_ value: UInt8) -> Float { linear[Int(value)] }

  /// The value of a light, rounded; what is outside 0 to 1 is cut off.
  func value(_ light: Float) -> UInt8 {
    guard light > 0 else { return 0 }
    guard light < 1 else { return 255 }
    var value = Int(starts[Int(light * Float(Self.cells))])
    while value < 255, thresholds[value + 1] <= light { value += 1 }
    return UInt8(value)
  }

  private static func light(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }
}
