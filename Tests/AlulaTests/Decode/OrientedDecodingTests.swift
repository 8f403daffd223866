import Foundation
import Testing

@testable import Alula

/// Fault case F48: every orientation, whole, downsampled, cut, with a target larger than the picture, enlarging allowed
/// or not.
@Suite struct OrientedDecodingTests {
  /// Four quarters, red, green, blue and white, and what a person sees in the corners for each orientation.
  private static let quarters: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]
  private static let corners: [[Int]] = [
    [0, 1, 2, 3], [1, 0, 3, 2], [3, 2, 1, 0], [2, 3, 0, 1], [0, 2, 1, 3], [2, 0, 3, 1], [3, 1, 2, 0], [1, 3, 0, 2],
  ]

  private static func picture(_ format: ImageEncoder.Format) throws -> Data {
    let bitmap = try SamplePicture(width: 96, height: 64, layout: .rgb8) { x, y, channel in
      quarters[(y < 32 ? 0 : 2) + (x < 48 ? 0 : 1)][channel]
    }.scaled()
    return try ImageEncoder(format: format, quality: 0.95).encode(bitmap)
  }

  static let targets: [TargetSize?] = [
    nil, .pixels(30, 30), .pixels(24, 24, mode: .fill), .pixels(500, 500), .pixels(11, 7, mode: .fill),
    TargetSize(width: 192, height: 192, allowsEnlarging: true),
    TargetSize(width: 150, height: 150, mode: .fill, allowsEnlarging: true),
  ]

  @Test(arguments: Orientation.allCases, targets)
  func `a picture is upright in every orientation, whole, downsampled, cut, enlarged and not enlarged`(
    _ orientation: Orientation, _ target: TargetSize?
  ) throws {
    for (format, kind) in [(ImageFormat.jpeg, ImageEncoder.Format.jpeg), (.png, .png), (.webp, .webp)] {
      let data = try EncodedSamples.oriented(Self.picture(kind), format, orientation.rawValue)
      let bitmap = try DefaultImageDecoder().decode(data, target: target)
      let upright = orientation.isTransposed ? PixelSize(width: 64, height: 96) : PixelSize(width: 96, height: 64)
      #expect(bitmap.size == Self.size(of: upright, target))
      let (right, bottom) = (bitmap.width - 1, bitmap.height - 1)
      let seen = [bitmap.pixel(0, 0), bitmap.pixel(right, 0), bitmap.pixel(0, bottom), bitmap.pixel(right, bottom)]
      for (corner, quarter) in zip(seen, Self.corners[orientation.rawValue - 1]) {
        let apart = zip(corner, Self.quarters[quarter]).map { abs(Int($0) - Int($1)) }
        #expect(apart.allSatisfy { $0 < 40 }, "\(format) \(orientation) \(String(describing: target)): \(corner)")
      }
    }
  }

  private static func size(of upright: PixelSize, _ target: TargetSize?) -> PixelSize {
    guard let target else { return upright }
    if target.allowsEnlarging, target.mode == .fit {
      return upright.width > upright.height ? PixelSize(width: 192, height: 128) : PixelSize(width: 128, height: 192)
    }
    if target.mode == .fill { return PixelSize(width: Int(target.width), height: Int(target.height)) }
    return target.width > 96
      ? upright : upright.width > upright.height ? PixelSize(width: 30, height: 20) : PixelSize(width: 20, height: 30)
  }
}
