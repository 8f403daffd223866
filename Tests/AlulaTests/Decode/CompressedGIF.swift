import AlulaTesting
import Foundation

/// Writes a GIF of one frame whose LZW table grows as far as it can, unlike `GIFBuilder`'s.
struct CompressedGIF {
  var canvas: (width: Int, height: Int)
  var left = 0
  var top = 0
  var width: Int
  var height: Int
  /// In the order of the rows from the top, each below `1 << codeSize`.
  var indexes: [UInt8]
  /// The LZW minimum code size, 2 to 8.
  var codeSize = 8
  /// RGB triples, 2, 4 … 256 of them; none when empty.
  var palette: [UInt8] = []
  var localPalette: [UInt8] = []
  var transparent: UInt8?
  var isInterlaced = false
  /// Whether a full table is cleared. Otherwise it stays as it is to the end.
  var clearsWhenFull = true

  /// A gradient with noise: about as hard to pack as a photograph.
  static func photograph(width: Int, height: Int, seed: UInt64 = 1) -> CompressedGIF {
    var generator = SeededGenerator(seed: seed)
    var indexes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let noise = Int.random(in: 0..<8, using: &generator)
        let level: Int = x * 160 / width + y * 80 / height + noise
        indexes.append(UInt8(level & 255))
      }
    }
    let palette = (0...255).flatMap { (level: UInt8) -> [UInt8] in [level, level &* 2, level &* 3] }
    return CompressedGIF(
      canvas: (width, height), width: width, height: height, indexes: indexes, palette: palette)
  }

  var file: Data {
    var bytes = Array("GIF89a".utf8) + GIFBuilder.little16(canvas.width) + GIFBuilder.little16(canvas.height)
    bytes += [Self.tableFlags(palette), 0, 0] + palette
    if let transparent { bytes += [0x21, 0xF9, 4, 1, 0, 0, transparent, 0] }
    bytes += [0x2C] + [left, top, width, height].flatMap(GIFBuilder.little16)
    bytes += [Self.tableFlags(localPalette) | (isInterlaced ? 0x40 : 0)] + localPalette
    return Data(bytes + [UInt8(codeSize)] + GIFBuilder.subBlocks(codes) + [0, 0x3B])
  }

  private static func tableFlags(_ palette: [UInt8]) -> UInt8 {
    palette.isEmpty ? 0 : 0x80 | UInt8((palette.count / 6).trailingZeroBitCount)
  }

  private var storedIndexes: [UInt8] {
    guard isInterlaced else { return indexes }
    var stored: [UInt8] = []
    for (first, step) in [(0, 8), (4, 8), (2, 4), (1, 2)] {
      for row in stride(from: first, to: height, by: step) { stored += indexes[row * width..<(row + 1) * width] }
    }
    return stored
  }

  private var codes: [UInt8] {
    let clear = 1 << codeSize
    var bytes: [UInt8] = []
    var (bits, bitCount, codeWidth, next) = (0, 0, codeSize + 1, clear + 2)
    var table: [Int: Int] = [:]
    func put(_ code: Int) {
      bits |= code << bitCount
      bitCount += codeWidth
      while bitCount >= 8 {
        bytes.append(UInt8(bits & 255))
        bits >>= 8
        bitCount -= 8
      }
    }
    func grow() {
      guard next < 4096 else { return }
      if next == 1 << codeWidth, codeWidth < 12 { codeWidth += 1 }
      next += 1
    }
    put(clear)
    var known: Int?
    for index in storedIndexes.map(Int.init) {
      guard let prefix = known else {
        known = index
        continue
      }
      if let code = table[prefix << 8 | index] {
        known = code
        continue
      }
      put(prefix)
      if next < 4096 { table[prefix << 8 | index] = next }
      grow()
      if next == 4096, clearsWhenFull {
        put(clear)
        table.removeAll(keepingCapacity: true)
        (codeWidth, next) = (codeSize + 1, clear + 2)
      }
      known = index
    }
    if let known { put(known) }
    grow()
    put(clear + 1)
    return bitCount > 0 ? bytes + [UInt8(bits & 255)] : bytes
  }
}
