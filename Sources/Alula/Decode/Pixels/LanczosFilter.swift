/// The two passes of the separable filter over reduced rows. Overshoot is kept between the passes and cut off once, at
/// the end.
///
/// `Float`, because baseline x86-64 and arm64 multiply and add four of them in two steps, with nothing to unpack.
enum LanczosFilter {
  /// Mixes `taps` rows of `count` values into `line`. Reads and writes up to 31 values past the end.
  static func mixRows(
    _ rows: UnsafePointer<UnsafePointer<Float>>, weights: UnsafePointer<Float>, taps: Int,
    into line: UnsafeMutablePointer<Float>, count: Int
  ) {
    var index = 0
    while index < count {
      mixBlock(rows, weights: weights, taps: taps, into: UnsafeMutableRawPointer(line), at: index &* 4)
      index &+= 32
    }
  }

  /// What `mixColumns` needs of a `ResampleAxis`.
  struct Columns {
    let starts: UnsafePointer<Int32>
    let weights: UnsafePointer<Float>
    /// Weights a pixel.
    let stride: Int
    /// Pixels to write.
    let count: Int
  }

  /// Mixes the pixels of `line` into pixels of four bytes; grey is spread, missing alpha is 255.
  static func mixColumns(
    _ line: UnsafePointer<Float>, _ columns: Columns, layout: RowLayout, into target: UnsafeMutablePointer<UInt8>
  ) {
    let stride = columns.stride
    let target = UnsafeMutableRawPointer(target)
    let source = UnsafeRawPointer(line)
    for index in 0..<columns.count {
      let start = Int(columns.starts[index])
      let set = UnsafeRawPointer(columns.weights + index &* stride)
      let pixel: UInt32
      switch layout {
      case .gray8: pixel = spread(mixGray(source + start &* 4, set, stride))
      case .grayAlpha8: pixel = PixelVector.packed(limited(mixGrayAlpha(source + start &* 8, set, stride)))
      case .rgb8: pixel = PixelVector.packed(mix(source + start &* 12, set, stride, step: 12)) | 0xFF00_0000
      case .rgba8, .rgba8Premultiplied:
        pixel = PixelVector.packed(limited(mix(source + start &* 16, set, stride, step: 16)))
      case .cmyk8: pixel = PixelVector.packed(mix(source + start &* 16, set, stride, step: 16))
      }
      target.storeBytes(of: pixel.littleEndian, toByteOffset: index &* 4, as: UInt32.self)
    }
  }
}

/// 32 values of one row: as many sums as fit the registers.
@inline(__always)
private func mixBlock(
  _ rows: UnsafePointer<UnsafePointer<Float>>, weights: UnsafePointer<Float>, taps: Int,
  into line: UnsafeMutableRawPointer, at offset: Int
) {
  var (a, b, c, d) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
  var (e, f, g, h) = (a, b, c, d)
  var tap = 0
  while tap < taps {
    let row = UnsafeRawPointer(rows[tap]) + offset
    let weight = SIMD4<Float>(repeating: weights[tap])
    a += row.loadUnaligned(fromByteOffset: 0, as: SIMD4<Float>.self) * weight
    b += row.loadUnaligned(fromByteOffset: 16, as: SIMD4<Float>.self) * weight
    c += row.loadUnaligned(fromByteOffset: 32, as: SIMD4<Float>.self) * weight
    d += row.loadUnaligned(fromByteOffset: 48, as: SIMD4<Float>.self) * weight
    e += row.loadUnaligned(fromByteOffset: 64, as: SIMD4<Float>.self) * weight
    f += row.loadUnaligned(fromByteOffset: 80, as: SIMD4<Float>.self) * weight
    g += row.loadUnaligned(fromByteOffset: 96, as: SIMD4<Float>.self) * weight
    h += row.loadUnaligned(fromByteOffset: 112, as: SIMD4<Float>.self) * weight
    tap &+= 1
  }
  let target = line + offset
  target.storeBytes(of: a, toByteOffset: 0, as: SIMD4<Float>.self)
  target.storeBytes(of: b, toByteOffset: 16, as: SIMD4<Float>.self)
  target.storeBytes(of: c, toByteOffset: 32, as: SIMD4<Float>.self)
  target.storeBytes(of: d, toByteOffset: 48, as: SIMD4<Float>.self)
  target.storeBytes(of: e, toByteOffset: 64, as: SIMD4<Float>.self)
  target.storeBytes(of: f, toByteOffset: 80, as: SIMD4<Float>.self)
  target.storeBytes(of: g, toByteOffset: 96, as: SIMD4<Float>.self)
  target.storeBytes(of: h, toByteOffset: 112, as: SIMD4<Float>.self)
}

/// Pixels of three or four values, `step` bytes apart: four at a time in two sums, so that one addition need not wait
/// for the other.
@inline(__always)
private func mix(_ source: UnsafeRawPointer, _ weights: UnsafeRawPointer, _ stride: Int, step: Int) -> SIMD4<Float> {
  var (even, odd) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
  var (pixel, set) = (source, weights)
  let end = weights + stride &* 4
  while set < end {
    let weight = set.loadUnaligned(as: SIMD4<Float>.self)
    even += pixel.loadUnaligned(as: SIMD4<Float>.self) * SIMD4(repeating: weight.x)
    odd += pixel.loadUnaligned(fromByteOffset: step, as: SIMD4<Float>.self) * SIMD4(repeating: weight.y)
    even += pixel.loadUnaligned(fromByteOffset: step &* 2, as: SIMD4<Float>.self) * SIMD4(repeating: weight.z)
    odd += pixel.loadUnaligned(fromByteOffset: step &* 3, as: SIMD4<Float>.self) * SIMD4(repeating: weight.w)
    pixel += step &* 4
    set += 16
  }
  return even + odd
}

@inline(__always)
private func mixGray(_ source: UnsafeRawPointer, _ weights: UnsafeRawPointer, _ stride: Int) -> Float {
  var sum = SIMD4<Float>.zero
  var offset = 0
  while offset < stride &* 4 {
    sum +=
      source.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self)
      * weights.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self)
    offset &+= 16
  }
  return (sum.x + sum.y) + (sum.z + sum.w)
}

/// Two pixels of grey and alpha at a time; grey comes back three times.
@inline(__always)
private func mixGrayAlpha(_ source: UnsafeRawPointer, _ weights: UnsafeRawPointer, _ stride: Int) -> SIMD4<Float> {
  var sum = SIMD4<Float>.zero
  var tap = 0
  while tap < stride {
    let first = weights.loadUnaligned(fromByteOffset: tap &* 4, as: Float.self)
    let second = weights.loadUnaligned(fromByteOffset: tap &* 4 &+ 4, as: Float.self)
    sum += source.loadUnaligned(fromByteOffset: tap &* 8, as: SIMD4<Float>.self) * SIMD4(first, first, second, second)
    tap &+= 2
  }
  let (gray, alpha) = (sum.x + sum.z, sum.y + sum.w)
  return SIMD4(gray, gray, gray, alpha)
}

/// Colours no higher than their alpha, which rings in other places than they do.
@inline(__always)
private func limited(_ values: SIMD4<Float>) -> SIMD4<Float> {
  let alpha = SIMD4<Float>(repeating: values.w)
  return values.replacing(with: alpha, where: values .> alpha)
}

@inline(__always)
private func spread(_ gray: Float) -> UInt32 {
  let number = Int32(bitPattern: (gray + 12_582_912).bitPattern) &- 0x4B40_0000
  return UInt32(truncatingIfNeeded: min(255, max(0, number))) &* 0x01_0101 | 0xFF00_0000
}
