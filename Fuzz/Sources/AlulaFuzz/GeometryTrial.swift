import Foundation

@testable import Alula

/// Any target for a small picture: a way to show it, or an error; and what the scaler makes of it.
struct GeometryTrial {
  private let size: PixelSize
  private let orientation: Orientation
  private let target: TargetSize
  private let layout: RowLayout
  private let pixels: Data

  init?(_ input: Data) {
    guard input.count >= 28 else { return nil }
    let bytes = [UInt8](input)
    size = PixelSize(width: Int(bytes[0] & 63) + 1, height: Int(bytes[1] & 63) + 1)
    orientation = Orientation(tag: Int(bytes[2] & 15))
    layout = [.gray8, .grayAlpha8, .rgb8, .rgba8, .rgba8Premultiplied][Int(bytes[2] >> 4) % 5]
    func number(_ index: Int) -> Double {
      // Small numbers for most inputs, any at all for the others.
      let bits = (0..<8).reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[index + $1]) }
      return bytes[3] & 4 == 0 ? Double(bits >> 48) / 128 : Double(bitPattern: bits)
    }
    target = TargetSize(
      width: number(4), height: number(12), scale: bytes[3] & 8 == 0 ? 1 : number(20),
      mode: bytes[3] & 1 == 0 ? .fit : .fill, allowsEnlarging: bytes[3] & 2 != 0)
    pixels = Data(input.dropFirst(28))
  }

  func run() {
    guard let geometry = try? DecodeGeometry(codedSize: size, orientation: orientation, target: target) else { return }
    let (crop, output) = (geometry.crop, geometry.codedOutput)
    require(output.width > 0 && output.height > 0, "nothing to show: \(geometry)")
    require(crop.x >= 0 && crop.y >= 0 && crop.width > 0 && crop.height > 0, "an empty cut: \(geometry)")
    require(
      crop.x + crop.width <= Double(size.width) + 1e-6 && crop.y + crop.height <= Double(size.height) + 1e-6,
      "a cut outside the picture: \(geometry)")
    if !target.allowsEnlarging {
      require(output.width <= size.width && output.height <= size.height, "larger than asked: \(geometry)")
    }
    guard let needed = RowScaler.memoryNeeded(source: size, layout: layout, geometry: geometry), needed <= 1 << 20
    else { return }
    scale(geometry)
  }

  private func scale(_ geometry: DecodeGeometry) {
    do throws(LoadError) {
      var scaler = try RowScaler(source: size, scaleX: 1, scaleY: 1, layout: layout, geometry: geometry)
      var row = [UInt8](repeating: 0, count: size.width * layout.channels)
      for number in 0..<size.height {
        for place in 0..<row.count where !pixels.isEmpty {
          row[place] = pixels[pixels.startIndex + (number * row.count + place) % pixels.count]
        }
        if layout == .rgba8Premultiplied {
          for place in 0..<row.count { row[place] = min(row[place], row[place | 3]) }
        }
        row.withUnsafeBytes { scaler.append($0) }
      }
      let bitmap = try scaler.finish(profile: nil, convertsColor: false)
      require(bitmap.size == geometry.outputSize, "\(bitmap.size) came of \(geometry)")
      bitmap.withUnsafeBytes { bytes in
        for index in stride(from: 0, to: bytes.count, by: 4) {
          require(max(bytes[index], bytes[index + 1], bytes[index + 2]) <= bytes[index + 3], "a colour above its alpha")
        }
      }
    } catch { require(error.code == .tooManyPixels, "the scaler says: \(error.message)") }
  }
}
