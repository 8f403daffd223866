import Foundation

/// The Lanczos window with three lobes (Duchon, 1979): 1 at 0, 0 beyond ±3.
///
/// Read from tables of 1,024 steps a lobe, because a sine for each weight would cost more than a small resize.
struct LanczosKernel: Sendable {
  static let shared = LanczosKernel()
  static let lobes = 3.0

  private static let steps = 1024.0
  private var values: [Double] = []

  private init() {
    values = (0...Int(Self.lobes * Self.steps)).map { index in Self.exact(Double(index) / Self.steps) }
  }

  /// The height of the window at `x`.
  func value(_ x: Double) -> Double {
    let place = abs(x) * Self.steps
    guard place < Double(values.count - 1) else { return 0 }
    let index = Int(place)
    return values[index] + (values[index + 1] - values[index]) * (place - Double(index))
  }

  /// The weight of an average over a box of length `box` whose center is at `x`.
  ///
  /// The box has made the picture softer; taking the window's second difference off it by 1/24, which is what a box
  /// adds, makes up for that.
  func value(_ x: Double, averaged box: Double) -> Double {
    (26 * value(x) - value(x - box) - value(x + box)) / 24
  }

  /// The window by its formula.
  static func exact(_ x: Double) -> Double {
    guard abs(x) < lobes else { return 0 }
    guard abs(x) > 1e-9 else { return 1 }
    let angle = Double.pi * x
    return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
  }
}
