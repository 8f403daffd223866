import Foundation

@testable import Alula

extension Bitmap {
  /// A picture made by rule; `pixel` gives red, green, blue and alpha, premultiplied.
  static func made(_ width: Int, _ height: Int, _ pixel: (_ x: Int, _ y: Int) -> [UInt8]) throws(LoadError) -> Bitmap {
    try Bitmap(size: PixelSize(width: width, height: height)) { bytes in
      for y in 0..<height {
        for x in 0..<width { bytes[((y * width + x) * 4)...].copyBytes(from: pixel(x, y)) }
      }
    }
  }

  /// A picture of one pixel value.
  static func plain(_ width: Int, _ height: Int, _ pixel: [UInt8]) throws(LoadError) -> Bitmap {
    try made(width, height) { _, _ in pixel }
  }

  /// A picture whose pixels say where they are: x in red, y in green.
  static func map(_ width: Int, _ height: Int) throws(LoadError) -> Bitmap {
    try made(width, height) { x, y in [UInt8(x), UInt8(y), 0, 255] }
  }

  /// Whether no colour is above its alpha, as premultiplying leaves it.
  var isPremultiplied: Bool {
    let bytes = bytes
    return bytes.indices.allSatisfy { bytes[$0] <= bytes[$0 | 3] }
  }

  func after(_ transforms: AnyImageTransform...) throws(LoadError) -> Bitmap { try applying(transforms) }
}

/// Whether both pixels are equal up to `tolerance` in each channel.
func isClose(_ pixel: [UInt8], _ expected: [Double], _ tolerance: Double = 1) -> Bool {
  zip(pixel, expected).allSatisfy { abs(Double($0) - $1) <= tolerance }
}

extension AnyImageTransform {
  /// One of every kind, each with an effect.
  static let samples: [AnyImageTransform] = [
    .resize(.pixels(9, 7)), .resize(.pixels(9, 7, mode: .fill), focalPoint: .top), .resize(width: 31, height: 9),
    .crop(width: 5, height: 6), .roundedCorners(radius: 4), .circle(),
    .border(width: 1.5, color: .white, corners: .circle),
    .blur(radius: 2), .tint(ImageColor(red: 200, green: 10, blue: 90, alpha: 100)), .monochrome(),
  ]
}
