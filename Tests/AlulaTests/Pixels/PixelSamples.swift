import Foundation

@testable import Alula

/// Pictures made by rule, and the shortest way through a `RowScaler`.
struct SamplePicture {
  var size: PixelSize
  var layout: RowLayout
  var bytes: [UInt8]

  init(width: Int, height: Int, layout: RowLayout, _ value: (_ x: Int, _ y: Int, _ channel: Int) -> UInt8) {
    size = PixelSize(width: width, height: height)
    self.layout = layout
    bytes = []
    bytes.reserveCapacity(width * height * layout.channels)
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<layout.channels { bytes.append(value(x, y, channel)) }
      }
    }
  }

  /// Bytes without order, the same for the same seed.
  static func noise(width: Int, height: Int, layout: RowLayout, seed: UInt64 = 1) -> SamplePicture {
    var generator = Noise(seed: seed)
    return SamplePicture(width: width, height: height, layout: layout) { _, _, _ in
      UInt8(truncatingIfNeeded: generator.next() >> 32)
    }
  }

  /// Soft waves with some grain: like a photograph, most of it is smooth and some of it is not.
  static func photograph(width: Int, height: Int, layout: RowLayout) -> SamplePicture {
    var generator = Noise(seed: 7)
    return SamplePicture(width: width, height: height, layout: layout) { x, y, channel in
      let (u, v) = (Double(x) / Double(width), Double(y) / Double(height))
      let wave = sin(u * 40 + Double(channel)) * cos(v * 31) + 0.6 * sin((u * u + v) * 50)
      let grain = Double(generator.next() >> 40 & 0xFF) / 255 - 0.5
      return UInt8(max(0, min(255, 128 + 60 * wave + 40 * grain)))
    }
  }

  func row(_ y: Int) -> ArraySlice<UInt8> {
    let stride = size.width * layout.channels
    return bytes[y * stride..<(y + 1) * stride]
  }

  /// The bitmap for `target`, through a scaler that gets every row.
  func scaled(
    to target: TargetSize? = nil, orientation: Orientation = .up, keepsStraightAlpha: Bool = false,
    profile: ICCProfile? = nil
  ) throws(LoadError) -> Bitmap {
    let geometry = try DecodeGeometry(codedSize: size, orientation: orientation, target: target)
    return try scaled(by: geometry, keepsStraightAlpha: keepsStraightAlpha, profile: profile)
  }

  func scaled(
    by geometry: DecodeGeometry, scaleX: Double = 1, scaleY: Double = 1, keepsStraightAlpha: Bool = false,
    profile: ICCProfile? = nil
  ) throws(LoadError) -> Bitmap {
    var scaler = try RowScaler(
      source: size, scaleX: scaleX, scaleY: scaleY, layout: layout, geometry: geometry,
      keepsStraightAlpha: keepsStraightAlpha)
    let stride = size.width * layout.channels
    bytes.withUnsafeBytes { bytes in
      for y in 0..<size.height {
        scaler.append(UnsafeRawBufferPointer(rebasing: bytes[y * stride..<(y + 1) * stride]))
      }
    }
    return try scaler.finish(profile: profile, convertsColor: true)
  }

  /// The pixels as premultiplied RGBA, as values without rounding.
  func premultiplied() -> [Double] {
    (0..<size.width * size.height).flatMap { pixel in
      let values = bytes[pixel * layout.channels..<(pixel + 1) * layout.channels].map { Double($0) }
      switch layout {
      case .gray8: return [values[0], values[0], values[0], 255]
      case .grayAlpha8:
        let gray = values[0] * values[1] / 255
        return [gray, gray, gray, values[1]]
      case .rgb8: return values + [255]
      case .rgba8: return values.prefix(3).map { $0 * values[3] / 255 } + [values[3]]
      case .rgba8Premultiplied, .cmyk8: return values
      }
    }
  }
}

/// SplitMix64 (Steele, Lea, Flood, 2014).
struct Noise: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension Bitmap {
  /// The pixels as an array.
  var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    withUnsafeBytes { bytes in Array(bytes[y * bytesPerRow + x * 4..<y * bytesPerRow + x * 4 + 4]) }
  }
}

/// Lanczos3 stretched over the whole source, in floating point: what the scaler is measured against.
enum ReferenceScaler {
  /// Scales premultiplied RGBA.
  static func scale(_ pixels: [Double], from size: PixelSize, to output: PixelSize) -> [Double] {
    let columns = weights(source: size.width, output: output.width)
    let lines = weights(source: size.height, output: output.height)
    var narrow = [Double](repeating: 0, count: output.width * size.height * 4)
    for y in 0..<size.height {
      for (x, taps) in columns.enumerated() {
        for (position, weight) in taps {
          for channel in 0..<4 {
            narrow[(y * output.width + x) * 4 + channel] += pixels[(y * size.width + position) * 4 + channel] * weight
          }
        }
      }
    }
    var result = [Double](repeating: 0, count: output.width * output.height * 4)
    let stride = output.width * 4
    for (y, taps) in lines.enumerated() {
      for (position, weight) in taps {
        for x in 0..<stride { result[y * stride + x] += narrow[position * stride + x] * weight }
      }
    }
    for index in result.indices.reversed() {
      result[index] = max(0, min(index % 4 == 3 ? 255 : result[index | 3], result[index]))
    }
    return result
  }

  private static func weights(source: Int, output: Int) -> [[(Int, Double)]] {
    let step = Double(source) / Double(output)
    let stretch = max(1, step)
    return (0..<output).map { index in
      let center = (Double(index) + 0.5) * step
      let taps = (0..<source).map { ($0, LanczosKernel.exact((Double($0) + 0.5 - center) / stretch)) }
        .filter { $0.1 != 0 }
      let sum = taps.reduce(0) { $0 + $1.1 }
      return taps.map { ($0.0, $0.1 / sum) }
    }
  }
}

/// The peak signal-to-noise ratio in decibels; 99 when there is no difference.
func signalToNoise(_ bytes: [UInt8], _ reference: [Double]) -> Double {
  let squares = zip(bytes, reference).reduce(0) { $0 + (Double($1.0) - $1.1) * (Double($1.0) - $1.1) }
  let mean = squares / Double(max(1, bytes.count))
  return mean < 1e-9 ? 99 : min(99, 10 * log10(255 * 255 / mean))
}
