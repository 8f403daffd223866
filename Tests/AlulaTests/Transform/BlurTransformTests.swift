import Foundation
import Testing

@testable import Alula

@Suite struct BlurTransformTests {
  @Test(arguments: [1, 2, 3.7, 8, 20]) func `an edge becomes the integral of a Gaussian`(radius: Double) throws {
    let picture = try Bitmap.made(200, 3) { x, _ in x < 100 ? [0, 0, 0, 255] : [255, 255, 255, 255] }
    let blurred = try picture.after(.blur(radius: .pixels(radius)))
    for x in 0..<200 {
      let distance = Double(x) + 0.5 - 100
      let expected = 255 * (1 + erf(distance / radius / 2.squareRoot())) / 2
      // Three boxes differ from a Gaussian by up to 3 %; one pixel's width adds to it where the radius is small.
      let tolerance = 4 + (radius < 2 ? 5 : 0)
      #expect(abs(Double(blurred.pixel(x, 1)[0]) - expected) <= Double(tolerance), "\(x)")
      #expect(blurred.pixel(x, 1)[3] == 255)
    }
  }

  @Test func `a blur spreads alike across and down, and loses no light`() throws {
    let picture = try Bitmap.made(61, 61) { x, y in
      (20..<41).contains(x) && (20..<41).contains(y) ? [200, 0, 0, 255] : [0, 0, 0, 255]
    }
    let blurred = try picture.after(.blur(radius: 3))
    let sum = stride(from: 0, to: blurred.bytes.count, by: 4).reduce(0) { $0 + Int(blurred.bytes[$1]) }
    #expect(abs(Double(sum) / (200 * 21 * 21) - 1) < 0.005)
    for (x, y) in [(18, 30), (22, 25), (15, 19), (40, 38)] {
      #expect(abs(Int(blurred.pixel(x, y)[0]) - Int(blurred.pixel(y, x)[0])) <= 1)
      #expect(abs(Int(blurred.pixel(x, y)[0]) - Int(blurred.pixel(60 - x, y)[0])) <= 1)
    }
  }

  @Test(arguments: [[10, 20, 30, 40], [255, 255, 255, 255], [77, 0, 200, 255]] as [[UInt8]])
  func `a plain picture stays plain to its edges`(pixel: [UInt8]) throws {
    for radius in [0.1, 0.7, 5, 400] {
      let bytes = try Bitmap.plain(19, 35, pixel).after(.blur(radius: .pixels(radius))).bytes
      #expect(stride(from: 0, to: bytes.count, by: 4).allSatisfy { Array(bytes[$0..<$0 + 4]) == pixel }, "\(radius)")
    }
  }

  @Test func `hidden colours do not bleed, and no colour is above its alpha`() throws {
    let picture = try Bitmap.made(40, 40) { x, y in (x / 4 + y / 4) % 2 == 0 ? [0, 180, 0, 180] : [0, 0, 0, 0] }
    let blurred = try picture.after(.blur(radius: 3))
    #expect(blurred.isPremultiplied)
    // Half of it is clear: in the middle alpha and green are half of 180.
    #expect(isClose(blurred.pixel(20, 20), [0, 90, 0, 90], 6))
  }

  @Test(arguments: [1e4, 1e9, .infinity]) func `a huge radius ends, and makes a picture of one colour`(radius: Double)
    throws
  {
    let picture = try Bitmap.made(64, 5) { x, _ in x < 32 ? [0, 0, 0, 255] : [255, 255, 255, 255] }
    let blurred = try picture.after(.blur(radius: .pixels(radius)))
    for x in 0..<64 { #expect(isClose(blurred.pixel(x, 2), [127.5, 127.5, 127.5, 255], 2)) }
  }

  @Test func `radius zero changes nothing`() throws {
    let picture = try Bitmap.map(10, 10)
    #expect(try picture.after(.blur(radius: 0)) === picture)
  }
}
