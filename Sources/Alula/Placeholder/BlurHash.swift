import Foundation

/// A blurred picture as a short text, to show while the picture loads: BlurHash, by the specification at blurha.sh.
///
///     let placeholder = try BlurHash("LEHV6nWB2yk8pyo0adR*.7kCMdnj").bitmap(size: PixelSize(width: 32, height: 24))
///
/// A value; any thread. It knows colours and neither alpha nor the picture's shape. Making a bitmap of 32 × 32 takes about 20
/// microseconds.
public struct BlurHash: Hashable, Sendable, CustomStringConvertible {
  /// The text: 6 to 166 characters.
  public let text: String
  /// Waves across, 1 to 9.
  public let columns: Int
  /// Waves down, 1 to 9.
  public let rows: Int
  /// The average colour, as the text says it.
  public let averageColor: ImageColor
  /// The numbers for each pair of waves but the first: 19 steps for each of three colours.
  private let amounts: [Int]
  /// What the largest amount stands for.
  private let range: Float

  /// The BlurHash that `text` writes.
  /// - Throws: `LoadError.Code.decoding` for a text of another length than it says, or with other characters than BlurHash has.
  public init(_ text: String) throws(LoadError) {
    let digits = Array(text.utf8)
    guard digits.count >= 6, let shape = Base83.number(digits[0..<1]), shape < 81 else {
      throw Self.damaged("its first character says no number of waves")
    }
    (columns, rows) = (shape % 9 + 1, shape / 9 + 1)
    let count = 4 + 2 * columns * rows
    guard digits.count == count else {
      throw Self.damaged("it has \(digits.count) characters where \(columns) × \(rows) waves take \(count)")
    }
    guard let largest = Base83.number(digits[1..<2]), let color = Base83.number(digits[2..<6]), color < 1 << 24 else {
      throw Self.damaged("a character is none of its digits, or its colour is none")
    }
    var amounts: [Int] = []
    for start in stride(from: 6, to: count, by: 2) {
      guard let amount = Base83.number(digits[start..<start + 2]), amount < 19 * 19 * 19 else {
        throw Self.damaged("a character is none of its digits, or an amount is too large")
      }
      amounts.append(amount)
    }
    self.text = text
    self.amounts = amounts
    range = Float(largest + 1) / 166
    averageColor = ImageColor(red: UInt8(color >> 16), green: UInt8(color >> 8 & 255), blue: UInt8(color & 255))
  }

  /// The text.
  public var description: String { text }

  /// The blurred picture, opaque.
  /// - Parameters:
  ///   - size: Its size. A few dozen pixels are enough: the view enlarges it.
  ///   - punch: How strong the colours differ; 1 as they did, above 1 more, 0 not at all. Not-a-number counts as 1, a negative one as 0.
  /// - Throws: `LoadError.Code.invalidTargetSize` for a size without pixels, `.tooManyPixels` for more than a decode may take.
  public func bitmap(size: PixelSize, punch: Double = 1) throws(LoadError) -> Bitmap {
    let curve = SRGBCurve.nearest
    return try waves(punch: punch).bitmap(size, offset: 0) { sum in
      let (red, green, blue) = (curve.value(Double(sum.x)), curve.value(Double(sum.y)), curve.value(Double(sum.z)))
      return UInt32(red) | UInt32(green) &<< 8 | UInt32(blue) &<< 16 | 0xFF00_0000
    }
  }

  private func waves(punch: Double) -> WaveGrid {
    let curve = SRGBCurve.nearest
    let strength = Float(punch.isNaN ? 1 : min(1e6, max(0, punch))) * range
    var waves = WaveGrid(columns: columns, rows: rows)
    waves.values[0] = SIMD4(
      curve.light(averageColor.red), curve.light(averageColor.green), curve.light(averageColor.blue), 0)
    for (index, amount) in amounts.enumerated() {
      let parts = SIMD4<Float>(Float(amount / 361), Float(amount / 19 % 19), Float(amount % 19), 9)
      let steps = (parts - 9) / 9
      // The square, with the sign of what is squared.
      waves.values[index + 1] = steps * steps.replacing(with: -steps, where: steps .< 0) * strength
    }
    return waves
  }

  private static func damaged(_ reason: String) -> LoadError {
    LoadError(.decoding, "The text is no BlurHash: \(reason).")
  }
}
