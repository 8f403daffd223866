import Foundation
import Testing

@testable import Alula

@Suite struct ResizeTransformTests {
  @Test(
    arguments: [
      (.resize(.pixels(20, 20)), 20, 10), (.resize(.pixels(20, 20, mode: .fill)), 20, 20),
      (.resize(.points(10, 10, scale: 2)), 20, 10), (.resize(.pixels(.infinity, 5)), 10, 5),
      (.resize(.pixels(400, 400)), 40, 20), (.resize(width: 7, height: 33), 7, 33),
      (.resize(width: .points(5, scale: 3), height: 0.2), 15, 1),
      (.resize(TargetSize(width: 80, height: 80, allowsEnlarging: true)), 80, 40),
    ] as [(AnyImageTransform, Int, Int)])
  func `a resize makes the size that is asked for`(transform: AnyImageTransform, width: Int, height: Int) throws {
    let resized = try Bitmap.map(40, 20).after(transform)
    #expect(resized.size == PixelSize(width: width, height: height))
  }

  @Test func `halving a ramp gives the values between its pixels`() throws {
    let ramp = try Bitmap.made(60, 40) { x, y in [UInt8(x * 4), UInt8(y * 6), 0, 255] }
    let half = try ramp.after(.resize(.pixels(30, 20)))
    // The middle of output pixel i lies at 2i + ½. Beyond the edges there is no ramp, so those are left out.
    for (x, y) in [(5, 5), (15, 10), (24, 14)] {
      #expect(isClose(half.pixel(x, y), [Double(x) * 8 + 2, Double(y) * 12 + 3, 0, 255]))
    }
  }

  @Test(arguments: [[10, 20, 30, 40], [255, 255, 255, 255], [0, 0, 0, 0], [0, 0, 0, 255]] as [[UInt8]])
  func `a plain picture stays plain, alpha included`(pixel: [UInt8]) throws {
    let picture = try Bitmap.plain(33, 21, pixel)
    for transform in [AnyImageTransform.resize(.pixels(10, 10)), .resize(width: 50, height: 70)] {
      let bytes = try picture.after(transform).bytes
      #expect(stride(from: 0, to: bytes.count, by: 4).allSatisfy { Array(bytes[$0..<$0 + 4]) == pixel })
    }
  }

  @Test func `what fill cuts leaves the focal point in the picture`() throws {
    let picture = try Bitmap.made(40, 20) { x, _ in x < 20 ? [255, 0, 0, 255] : [0, 0, 255, 255] }
    let target = TargetSize.pixels(10, 10, mode: .fill)
    #expect(try picture.after(.resize(target, focalPoint: .left)).pixel(5, 5) == [255, 0, 0, 255])
    #expect(try picture.after(.resize(target, focalPoint: .right)).pixel(5, 5) == [0, 0, 255, 255])
    let middle = try picture.after(.resize(target))
    #expect(middle.pixel(1, 5) == [255, 0, 0, 255] && middle.pixel(8, 5) == [0, 0, 255, 255])
  }

  @Test func `a picture that has the size already is not copied`() throws {
    let picture = try Bitmap.map(40, 20)
    #expect(try picture.after(.resize(.pixels(40, 40))) === picture)
    #expect(try picture.after(.resize(width: 40, height: 20)) === picture)
  }

  @Test func `what is clear does not bleed into its neighbours`() throws {
    let picture = try Bitmap.made(40, 40) { x, y in (x / 10 + y / 10) % 2 == 0 ? [0, 200, 0, 200] : [0, 0, 0, 0] }
    let small = try picture.after(.resize(.pixels(13, 13)))
    #expect(small.isPremultiplied)
    let bytes = small.bytes
    for pixel in stride(from: 0, to: bytes.count, by: 4) {
      // Green at full strength wherever anything is seen, and nothing else.
      #expect(bytes[pixel] == 0 && bytes[pixel + 1] == bytes[pixel + 3] && bytes[pixel + 2] == 0)
    }
  }
}
