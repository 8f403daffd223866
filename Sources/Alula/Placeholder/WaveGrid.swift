import Foundation

/// A picture as a few cosine waves: how much there is of each pair of waves across and down, in four channels.
struct WaveGrid: Hashable, Sendable {
  /// Number of waves across, the constant one included.
  let columns: Int
  /// Number of waves down.
  let rows: Int
  /// The amounts, those of a row of waves together.
  var values: [SIMD4<Float>]

  /// No waves.
  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    values = Array(repeating: .zero, count: columns * rows)
  }

  /// The averages of `pixels × wave across × wave down`. There is nothing of waves that are more than the pixels of a side: those
  /// cannot be told from slower ones.
  /// - Parameter offset: Where in a pixel waves are read, in pixels.
  init(of pixels: [SIMD4<Float>], _ size: PixelSize, columns: Int, rows: Int, offset: Double) {
    self.init(columns: columns, rows: rows)
    let across = Self.waves(columns, samples: size.width, offset: offset)
    let down = Self.waves(rows, samples: size.height, offset: offset)
    let share = 1 / Float(size.width * size.height)
    for y in 0..<size.height {
      for column in 0..<min(columns, size.width) {
        var sum = SIMD4<Float>.zero
        for x in 0..<size.width { sum += pixels[y * size.width + x] * across[x * columns + column] }
        sum *= share
        for row in 0..<min(rows, size.height) { values[row * columns + column] += sum * down[y * rows + row] }
      }
    }
  }

  /// A picture of `size` out of the waves: `pixel` makes four bytes of each sum, the first lowest.
  /// - Throws: `.tooManyPixels` when that is more than the default decode budget.
  func bitmap(
    _ size: PixelSize, offset: Double, _ pixel: (SIMD4<Float>) -> UInt32
  ) throws(LoadError) -> Bitmap {
    guard size.width > 0, size.height > 0 else {
      throw LoadError(.invalidTargetSize, "A placeholder cannot be \(size) pixels.")
    }
    try DecodeBudget().checkMemory([
      product(size.width, size.height, 4), product(size.width, columns, 4), product(size.height, rows, 4),
    ])
    let across = Self.waves(columns, samples: size.width, offset: offset)
    let down = Self.waves(rows, samples: size.height, offset: offset)
    return try Bitmap(size: size) { bytes in
      var line = Array(repeating: SIMD4<Float>.zero, count: columns)
      for y in 0..<size.height {
        for column in 0..<columns {
          var sum = SIMD4<Float>.zero
          for row in 0..<rows { sum += values[row * columns + column] * down[y * rows + row] }
          line[column] = sum
        }
        for x in 0..<size.width {
          var sum = SIMD4<Float>.zero
          for column in 0..<columns { sum += line[column] * across[x * columns + column] }
          bytes.storeBytes(of: pixel(sum).littleEndian, toByteOffset: (y * size.width + x) * 4, as: UInt32.self)
        }
      }
    }
  }

  /// `cos(π × wave × place)` for each sample, all waves of a sample together.
  private static func waves(_ count: Int, samples: Int, offset: Double) -> [Float] {
    var values: [Float] = []
    values.reserveCapacity(samples * count)
    for sample in 0..<samples {
      for wave in 0..<count {
        values.append(Float(cos(.pi * Double(wave) * (Double(sample) + offset) / Double(samples))))
      }
    }
    return values
  }
}

extension Bitmap {
  /// The pixels of this picture, made to fit `side` × `side` where it is larger: a few waves are all that placeholders keep.
  func sampled(fitting side: Int) throws(LoadError) -> (pixels: [SIMD4<Float>], size: PixelSize) {
    let target = TargetSize.pixels(Double(side), Double(side))
    let small = try applying([.resize(target)])
    let pixels = small.withUnsafeBytes { bytes -> [SIMD4<Float>] in
      guard let base = bytes.baseAddress else { return [] }
      return (0..<small.width * small.height).map { PixelVector.load(base + $0 * 4) }
    }
    return (pixels, small.size)
  }
}
