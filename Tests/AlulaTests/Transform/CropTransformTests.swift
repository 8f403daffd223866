import Foundation
import Testing

@testable import Alula

@Suite struct CropTransformTests {
  @Test(
    arguments: [
      (FocalPoint.center, 3, 2), (FocalPoint(x: 0, y: 0), 0, 0), (FocalPoint(x: 1, y: 1), 6, 4), (.top, 3, 0),
      (.bottom, 3, 4), (.left, 0, 2), (.right, 6, 2), (FocalPoint(x: 0.3, y: 0.9), 1, 4),
      (FocalPoint(x: .nan, y: -.infinity), 3, 0), (FocalPoint(x: 7, y: -7), 6, 0),
    ])
  func `a crop keeps the focal point as near the middle as can be`(focus: FocalPoint, x: Int, y: Int) throws {
    // 4 × 2 of 10 × 6: the focal point less half the part, cut to whole pixels.
    let part = try Bitmap.map(10, 6).after(.crop(width: 4, height: 2, focalPoint: focus))
    #expect(part.size == PixelSize(width: 4, height: 2))
    #expect(part.pixel(0, 0) == [UInt8(x), UInt8(y), 0, 255])
    #expect(part.pixel(3, 1) == [UInt8(x + 3), UInt8(y + 1), 0, 255])
  }

  @Test func `a side that is longer than the picture's is the picture's`() throws {
    let picture = try Bitmap.map(10, 6)
    #expect(try picture.after(.crop(width: 99, height: 2)).size == PixelSize(width: 10, height: 2))
    #expect(try picture.after(.crop(width: .pixels(.infinity), height: .pixels(1e300))) === picture)
  }

  @Test func `a part has at least one pixel`() throws {
    let part = try Bitmap.map(10, 6).after(.crop(width: 0, height: .pixels(.nan), focalPoint: .right))
    #expect(part.size == PixelSize(width: 1, height: 1))
    #expect(part.pixel(0, 0)[0] == 9)
  }

  @Test func `points are pixels times the scale`() throws {
    let crop = AnyImageTransform.crop(width: .points(2, scale: 2), height: .points(1, scale: 3))
    #expect(crop == .crop(width: 4, height: 3))
    #expect(try Bitmap.map(10, 6).after(crop).size == PixelSize(width: 4, height: 3))
  }

  @Test func `a crop keeps alpha`() throws {
    let part = try Bitmap.plain(8, 8, [1, 2, 3, 40]).after(.crop(width: 3, height: 3))
    #expect(part.pixel(2, 2) == [1, 2, 3, 40])
  }
}
