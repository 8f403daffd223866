import Foundation

extension BlurHash {
  /// The BlurHash of a picture. Pictures longer than 128 pixels are made smaller first, which costs most of the time. What is clear
  /// counts as white.
  /// - Parameters:
  ///   - columns: Waves across, 1 to 9; values outside count as the nearest. More waves make a longer text.
  ///   - rows: Waves down, likewise.
  /// - Throws: `LoadError.Code.tooManyPixels` when memory cannot be had.
  public init(encoding bitmap: Bitmap, columns: Int = 4, rows: Int = 3) throws(LoadError) {
    let (columns, rows) = (min(9, max(1, columns)), min(9, max(1, rows)))
    let (pixels, size) = try bitmap.sampled(fitting: 128)
    let waves = WaveGrid(of: pixels.map(Self.light), size, columns: columns, rows: rows, offset: 0)
    // A wave swings both ways: its amount is twice the average.
    let amounts = waves.values.dropFirst().map { $0 * 2 }
    let largest = amounts.reduce(Float(0)) { max($0, abs($1.x), abs($1.y), abs($1.z)) }
    let step = amounts.isEmpty ? 0 : min(82, max(0, Int((largest * 166 - 0.5).rounded(.down))))
    var text = Base83.text(columns - 1 + (rows - 1) * 9, count: 1) + Base83.text(step, count: 1)
    text += Base83.text(Self.colorNumber(waves.values[0]), count: 4)
    for amount in amounts {
      let parts = [amount.x, amount.y, amount.z].map { Self.part($0 / (Float(step + 1) / 166)) }
      text += Base83.text(parts[0] * 361 + parts[1] * 19 + parts[2], count: 2)
    }
    try self.init(String(decoding: text, as: UTF8.self))
  }

  /// The light of a premultiplied pixel on white.
  private static func light(_ pixel: SIMD4<Float>) -> SIMD4<Float> {
    let shown = pixel + (255 - pixel.w)
    let curve = SRGBCurve.nearest
    func light(_ value: Float) -> Float { curve.light(UInt8(min(255, max(0, value.rounded())))) }
    return SIMD4(light(shown.x), light(shown.y), light(shown.z), 0)
  }

  private static func colorNumber(_ light: SIMD4<Float>) -> Int {
    let curve = SRGBCurve.nearest
    return Int(curve.value(Double(light.x))) << 16 | Int(curve.value(Double(light.y))) << 8
      | Int(curve.value(Double(light.z)))
  }

  /// One of 19 steps for -1 to 1, finer near 0.
  private static func part(_ value: Float) -> Int {
    let root = abs(value).squareRoot() * (value < 0 ? -1 : 1)
    return min(18, max(0, Int((root * 9 + 9.5).rounded(.down))))
  }
}
