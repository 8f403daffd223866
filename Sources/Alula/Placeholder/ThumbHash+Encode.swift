import Foundation

extension ThumbHash {
  /// The ThumbHash of a picture. Pictures longer than 100 pixels are made smaller first, which costs most of the time.
  /// - Throws: `LoadError.Code.tooManyPixels` when memory cannot be had.
  public init(encoding bitmap: Bitmap) throws(LoadError) {
    let (pixels, size) = try bitmap.sampled(fitting: 100)
    let sum = pixels.reduce(SIMD4<Float>.zero) { $0 + $1 / 255 }
    let average = sum.w > 0 ? sum / sum.w : .zero
    var header = ThumbHashHeader()
    header.hasAlpha = pixels.contains { $0.w < 255 }
    header.isLandscape = size.width > size.height
    let (long, short) = (max(size.width, size.height), min(size.width, size.height))
    header.shorter = max(1, Int((Double(header.longer * short) / Double(long)).rounded()))
    let channels = pixels.map { Self.channels($0 / 255, on: average) }
    let waves = WaveGrid(of: channels, size, columns: 7, rows: 7, offset: 0.5)
    let light = Channel(waves, 0, max(3, header.columns), max(3, header.rows))
    let (yellow, red, alpha) = (Channel(waves, 1, 3, 3), Channel(waves, 2, 3, 3), Channel(waves, 3, 5, 5))
    header.light = Self.step(light.average, of: 63)
    header.yellow = Self.step(yellow.average / 2 + 0.5, of: 63)
    header.red = Self.step(red.average / 2 + 0.5, of: 63)
    header.alpha = Self.step(alpha.average, of: 15)
    header.lightScale = Self.step(light.scale, of: 31)
    header.yellowScale = Self.step(yellow.scale, of: 63)
    header.redScale = Self.step(red.scale, of: 63)
    header.alphaScale = Self.step(alpha.scale, of: 15)
    let steps = [light, yellow, red].flatMap(\.steps) + (header.hasAlpha ? alpha.steps : [])
    let pairs = stride(from: 0, to: steps.count, by: 2).map { index in
      steps[index] | (index + 1 < steps.count ? steps[index + 1] << 4 : 0)
    }
    try self.init(header.bytes + pairs)
  }

  /// One channel's average, its largest wave, and its waves in 16 steps of that.
  private struct Channel {
    let average: Float
    let scale: Float
    let steps: [UInt8]

    init(_ waves: WaveGrid, _ channel: Int, _ columns: Int, _ rows: Int) {
      let amounts = ThumbHashHeader.places(columns: columns, rows: rows).map {
        waves.values[$0.row * waves.columns + $0.column][channel]
      }
      let scale = amounts.reduce(Float(0)) { max($0, abs($1)) }
      average = waves.values[0][channel]
      self.scale = scale
      steps = amounts.map { UInt8(ThumbHash.step(scale > 0 ? 0.5 + 0.5 * $0 / scale : 0, of: 15)) }
    }
  }

  /// Light, yellow against blue, red against green, and alpha of a premultiplied pixel over the average colour.
  private static func channels(_ pixel: SIMD4<Float>, on average: SIMD4<Float>) -> SIMD4<Float> {
    let color = pixel + average * (1 - pixel.w)
    return SIMD4((color.x + color.y + color.z) / 3, (color.x + color.y) / 2 - color.z, color.x - color.y, pixel.w)
  }

  private static func step(_ value: Float, of count: Int) -> Int {
    Int((min(1, max(0, value)) * Float(count)).rounded())
  }
}
