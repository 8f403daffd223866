import Foundation
import Testing

@testable import Alula

@Suite struct ColorTransformTests {
  @Test(
    arguments: [
      ([255, 255, 255, 255], [255, 255, 255, 255]), ([0, 0, 0, 255], [0, 0, 0, 255]),
      // 0.2126 × 255, 0.7152 × 255, 0.0722 × 255, rounded.
      ([255, 0, 0, 255], [54, 54, 54, 255]), ([0, 255, 0, 255], [182, 182, 182, 255]),
      ([0, 0, 255, 255], [18, 18, 18, 255]), ([100, 100, 100, 100], [100, 100, 100, 100]),
      // 0.2126 × 40 + 0.7152 × 80 + 0.0722 × 20 = 67.2
      ([40, 80, 20, 90], [67, 67, 67, 90]), ([0, 0, 0, 0], [0, 0, 0, 0]),
    ] as [([UInt8], [UInt8])])
  func `monochrome is the luma of BT.709, alpha kept`(pixel: [UInt8], gray: [UInt8]) throws {
    #expect(try Bitmap.plain(3, 2, pixel).after(.monochrome()).pixel(2, 1) == gray)
  }

  @Test func `an opaque tint paints a silhouette`() throws {
    let picture = try Bitmap.made(3, 1) { x, _ in [[9, 9, 9, 255], [10, 20, 30, 128], [0, 0, 0, 0]][x] }
    let tinted = try picture.after(.tint(ImageColor(red: 200, green: 100, blue: 0)))
    #expect(tinted.pixel(0, 0) == [200, 100, 0, 255])
    // 200 × 128 ÷ 255 and 100 × 128 ÷ 255
    #expect(isClose(tinted.pixel(1, 0), [100.4, 50.2, 0, 128], 0.5))
    #expect(tinted.pixel(2, 0) == [0, 0, 0, 0])
  }

  @Test func `a tint with alpha lets the picture shine through`() throws {
    let tint = AnyImageTransform.tint(ImageColor(red: 255, green: 0, blue: 0, alpha: 51))
    // A fifth of red, four fifths of the picture; alpha as it was.
    #expect(isClose(try Bitmap.plain(2, 2, [0, 100, 200, 255]).after(tint).pixel(1, 1), [51, 80, 160, 255]))
    #expect(isClose(try Bitmap.plain(2, 2, [0, 50, 100, 100]).after(tint).pixel(1, 1), [20, 40, 80, 100]))
    let picture = try Bitmap.map(4, 4)
    #expect(try picture.after(.tint(.clear)) === picture)
  }

  @Test(
    arguments: [
      ("#ff8000", ImageColor(red: 255, green: 128, blue: 0)), ("FF8000", ImageColor(red: 255, green: 128, blue: 0)),
      ("#f80", ImageColor(red: 255, green: 136, blue: 0)),
      ("#12345678", ImageColor(red: 18, green: 52, blue: 86, alpha: 120)),
      ("#f808", ImageColor(red: 255, green: 136, blue: 0, alpha: 136)), ("", nil), ("#", nil), ("##ff8000", nil),
      ("#ff800", nil), ("#gg0000", nil), ("red", nil), ("#ff8000 ", nil), ("١٢٣", nil), ("#ff80000000", nil),
    ] as [(String, ImageColor?)])
  func `a colour is read as CSS writes it`(text: String, color: ImageColor?) {
    #expect(ImageColor(hex: text) == color)
    if let color { #expect(ImageColor(hex: color.description) == color) }
  }
}
