import Foundation
import Testing

@testable import Alula

/// Round corners and circles. Expected coverages are areas, worked out on paper.
@Suite struct MaskTransformTests {
  private let white: [UInt8] = [255, 255, 255, 255]

  @Test func `a rounded corner covers each pixel by its area`() throws {
    let picture = try Bitmap.plain(20, 20, white).after(.roundedCorners(radius: 10))
    #expect(picture.pixel(0, 0) == [0, 0, 0, 0])
    #expect(picture.pixel(10, 10) == white)
    // Beside the point where circle and edge touch, the gap is t² ÷ 20 wide, from 0 to 1: a sixtieth on average.
    #expect(isClose(picture.pixel(0, 9), [Double](repeating: 255 * (1 - 1.0 / 60), count: 4), 2))
    #expect(isClose(picture.pixel(9, 0), [Double](repeating: 255 * (1 - 1.0 / 60), count: 4), 2))
    // The circle cuts a triangle with sides √51 − 7 off this pixel's inner corner.
    #expect(isClose(picture.pixel(2, 2), [Double](repeating: 255 * 0.01, count: 4), 1))
    let area = stride(from: 3, to: picture.bytes.count, by: 4).reduce(0) { $0 + Double(picture.bytes[$1]) } / 255
    #expect(abs(area - 100 * .pi) < 0.5)
  }

  @Test func `the four corners are mirror images`() throws {
    let picture = try Bitmap.plain(31, 22, white).after(.roundedCorners(radius: 9.3))
    for (x, y) in [(0, 0), (1, 3), (2, 2), (4, 1), (8, 0)] {
      let alphas = [(x, y), (30 - x, y), (x, 21 - y), (30 - x, 21 - y)].map { Int(picture.pixel($0.0, $0.1)[3]) }
      #expect(alphas.allSatisfy { abs($0 - alphas[0]) <= 1 }, "\(x) \(y) \(alphas)")
    }
  }

  @Test func `each corner has its own radius`() throws {
    let radii = CornerRadii(topRight: 10, bottomLeft: 2)
    let picture = try Bitmap.plain(20, 20, white).after(.roundedCorners(radii))
    #expect(picture.pixel(0, 0) == white && picture.pixel(19, 19) == white)
    #expect(picture.pixel(19, 0) == [0, 0, 0, 0])
    // A quarter of a circle of radius 2 leaves 4 − π of its 2 × 2 pixels; those on its diagonal less.
    let corner = [(0, 19), (1, 19), (0, 18), (1, 18)].map { Double(picture.pixel($0.0, $0.1)[3]) }.reduce(0, +) / 255
    #expect(abs(corner - .pi) < 0.03)
  }

  @Test func `radii that do not fit shrink alike`() throws {
    let picture = try Bitmap.plain(20, 10, white).after(.roundedCorners(radius: 400))
    // Radius 5: half circles at both ends. The gap t² ÷ 10 is a thirtieth on average.
    #expect(picture.pixel(0, 0) == [0, 0, 0, 0])
    #expect(isClose(picture.pixel(0, 4), [Double](repeating: 255 * (1 - 1.0 / 30), count: 4), 2))
    #expect(picture.pixel(10, 0) == white)
    #expect(try Bitmap.plain(20, 10, white).after(.roundedCorners(.circle)).bytes == picture.bytes)
  }

  @Test func `a mask multiplies alpha and colour alike`() throws {
    let picture = try Bitmap.plain(20, 20, [100, 50, 20, 128]).after(.roundedCorners(radius: 10))
    #expect(picture.pixel(10, 10) == [100, 50, 20, 128])
    let share = 1 - 1.0 / 60
    #expect(isClose(picture.pixel(0, 9), [100 * share, 50 * share, 20 * share, 128 * share], 1.5))
    #expect(picture.isPremultiplied)
  }

  @Test(arguments: [(FocalPoint.center, 5), (.left, 0), (.right, 10)])
  func `a circle is cut from the largest square around the focal point`(focus: FocalPoint, x: Int) throws {
    let picture = try Bitmap.map(30, 20).after(.circle(focalPoint: focus))
    #expect(picture.size == PixelSize(width: 20, height: 20))
    #expect(picture.pixel(10, 10) == [UInt8(x + 10), 10, 0, 255])
    #expect(picture.pixel(0, 0) == [0, 0, 0, 0])
  }

  @Test func `radius zero changes nothing`() throws {
    let picture = try Bitmap.map(30, 20)
    #expect(try picture.after(.roundedCorners(radius: 0)) === picture)
  }

  @Test(arguments: [0, 2, 6.5, 30]) func `rows between the corners have the coverage of their own`(inset: Double) throws
  {
    let size = PixelSize(width: 21, height: 40)
    let radii = CornerRadii(topLeft: 9, topRight: 3, bottomLeft: 0, bottomRight: 7.5)
    let shape = RoundedShape(size: size, radii: radii, inset: inset)
    var coverage = try RowCoverage(shape, width: size.width)
    let alone = try PixelBuffer<Float>(count: size.width + 2)
    for y in 0..<size.height {
      shape.coverage(ofRow: y, into: alone.base)
      let row = coverage.read(y)
      #expect((0..<size.width).allSatisfy { row[$0] == alone.base[$0] }, "row \(y)")
    }
  }
}
