import Alula
import Foundation

/// A picture of our own with detail at every scale, as a photograph has: noise in octaves, finest amplitudes smallest.
struct Photograph {
  let jpeg: Data

  init(size: PixelSize, seed: UInt64) throws {
    var noise = Noise(seed: seed)
    let lattice = (0..<65_536).map { _ in Int32(noise.next() & 0xFF) - 128 }
    let side = max(size.width, size.height)
    let bitmap = try Bitmap(size: size) { pixels in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let base = (y * size.width + x) * 4
          let light = 128 + Self.octaves(2..., x, y, side, lattice)
          for channel in 0..<3 {
            let color = Self.octaves(0..<2, x, y, side, lattice, salt: channel * 17_389)
            pixels[base + channel] = UInt8(clamping: light + color)
          }
          pixels[base + 3] = 255
        }
      }
    }
    jpeg = try ImageEncoder(format: .jpeg, quality: 0.85).encode(bitmap)
  }

  /// Some of the octaves from half the picture down to a pixel, each 0.8 of the one before.
  private static func octaves(
    _ range: some RangeExpression<Int>, _ x: Int, _ y: Int, _ side: Int, _ lattice: [Int32], salt: Int = 0
  ) -> Int32 {
    var (cell, amplitude, sum, octave) = (side / 2, Int32(80), Int32(0), 0)
    while cell >= 1 {
      if range.contains(octave) { sum += amplitude * smooth(x, y, cell, salt + octave * 7_919, lattice) / 128 }
      (cell, amplitude, octave) = (cell / 2, amplitude * 4 / 5, octave + 1)
    }
    return sum
  }

  /// Noise on a lattice of `cell` pixels, bilinear between.
  private static func smooth(_ x: Int, _ y: Int, _ cell: Int, _ salt: Int, _ lattice: [Int32]) -> Int32 {
    let (column, row) = (x / cell, y / cell)
    let (right, down) = (Int32((x % cell) * 256 / cell), Int32((y % cell) * 256 / cell))
    func at(_ column: Int, _ row: Int) -> Int32 { lattice[(column &* 1_619 &+ row &* 31_337 &+ salt) & 0xFFFF] }
    let above = (at(column, row) * (256 - right) + at(column + 1, row) * right) / 256
    let below = (at(column, row + 1) * (256 - right) + at(column + 1, row + 1) * right) / 256
    return (above * (256 - down) + below * down) / 256
  }

  /// The same picture in a file of its own: with a comment (ITU-T T.81 B.2.4.5).
  static func numbered(_ jpeg: Data, _ number: Int) -> Data {
    let comment: [UInt8] = [0xFF, 0xFE, 0, 4, UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
    return jpeg.prefix(2) + comment + jpeg.dropFirst(2)
  }
}
