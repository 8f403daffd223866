import Foundation
import Testing

@testable import Alula

@Suite struct BorderTransformTests {
  private let black: [UInt8] = [0, 0, 0, 255]
  private let white: [UInt8] = [255, 255, 255, 255]

  @Test func `a border lies inside the edges`() throws {
    let picture = try Bitmap.plain(10, 8, black).after(.border(width: 2, color: .white))
    #expect(picture.size == PixelSize(width: 10, height: 8))
    for (x, y) in [(0, 0), (1, 4), (5, 1), (8, 4), (5, 6), (9, 7)] { #expect(picture.pixel(x, y) == white) }
    for (x, y) in [(2, 2), (7, 5), (5, 4)] { #expect(picture.pixel(x, y) == black) }
  }

  @Test func `half a pixel of border is half the colour`() throws {
    let picture = try Bitmap.plain(10, 10, black).after(.border(width: 1.5, color: .white))
    #expect(picture.pixel(0, 5) == white)
    #expect(isClose(picture.pixel(1, 5), [127.5, 127.5, 127.5, 255]))
    #expect(picture.pixel(2, 5) == black)
  }

  @Test func `a border with alpha lets the picture shine through`() throws {
    let red = ImageColor(red: 255, green: 0, blue: 0, alpha: 128)
    let picture = try Bitmap.plain(10, 10, [0, 0, 255, 255]).after(.border(width: 1, color: red))
    #expect(isClose(picture.pixel(0, 5), [128, 0, 127, 255]))
  }

  @Test func `a border is seen on what is clear, which stays clear inside`() throws {
    let picture = try Bitmap.plain(10, 10, [0, 0, 0, 0]).after(.border(width: 1, color: .white))
    #expect(picture.pixel(0, 5) == white)
    #expect(picture.pixel(5, 5) == [0, 0, 0, 0])
  }

  @Test func `a border follows a circle, whether the picture was cut to it before or not`() throws {
    let border = AnyImageTransform.border(width: 3, color: .white, corners: .circle)
    let picture = try Bitmap.plain(20, 20, black)
    let cut = try picture.after(.circle(), border)
    #expect(cut.pixel(0, 0) == [0, 0, 0, 0])
    #expect(isClose(cut.pixel(0, 9), [Double](repeating: 255 * (1 - 1.0 / 60), count: 4), 2))
    #expect(cut.pixel(2, 9)[0] > 230 && cut.pixel(3, 9)[0] < 25)
    #expect(cut.pixel(10, 10) == black)
    #expect(cut.isPremultiplied)
    #expect(zip(try picture.after(border).bytes, cut.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  @Test func `a border as wide as the picture covers it`() throws {
    for width in [5.0, 6, 1e9, .infinity] {
      let picture = try Bitmap.plain(10, 10, black).after(.border(width: .pixels(width), color: .white))
      #expect(picture.pixel(5, 5) == white && picture.pixel(0, 0) == white)
    }
  }

  @Test func `no width and no colour draw nothing`() throws {
    let picture = try Bitmap.map(10, 10)
    #expect(try picture.after(.border(width: 0, color: .white)) === picture)
    #expect(try picture.after(.border(width: 3, color: .clear)) === picture)
  }
}
