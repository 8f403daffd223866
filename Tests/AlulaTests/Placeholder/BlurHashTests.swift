import Foundation
import Testing

@testable import Alula

@Suite struct BlurHashTests {
  /// The example of the specification, and the one of its web page.
  @Test(arguments: [("LlMF%n00%#MwS|WCWEM{R*bbWBbH", "#c19a8a"), ("LEHV6nWB2yk8pyo0adR*.7kCMdnj", "#979695")])
  func `a published text says its waves and its average colour`(text: String, color: String) throws {
    let hash = try BlurHash(text)
    #expect(hash.columns == 4 && hash.rows == 3)
    #expect(hash.description == text)
    #expect(hash.averageColor.description == color)
  }

  @Test func `a published text becomes the pixels of the specification's formula`() throws {
    for text in ["LlMF%n00%#MwS|WCWEM{R*bbWBbH", "LEHV6nWB2yk8pyo0adR*.7kCMdnj", "LKO2:N%2Tw=w]~RBVZRi};RPxuwH"] {
      let bitmap = try BlurHash(text).bitmap(size: PixelSize(width: 13, height: 9))
      let expected = ReferenceBlurHash.pixels(text, width: 13, height: 9)
      #expect(zip(bitmap.bytes, expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(text)")
    }
  }

  /// Without differences every amount is 9, 9, 9 of 0 to 18: 3,429 of base 83, which is "fQ".
  @Test(
    arguments: [
      ([255, 255, 255, 255], "L0TSUA" + String(repeating: "fQ", count: 11)),
      ([0, 0, 0, 255], "L00000" + String(repeating: "fQ", count: 11)),
      // What is clear counts as white.
      ([0, 0, 0, 0], "L0TSUA" + String(repeating: "fQ", count: 11)),
    ] as [([UInt8], String)])
  func `a plain picture has only an average`(pixel: [UInt8], text: String) throws {
    let picture = try Bitmap.plain(1, 1, pixel)
    #expect(try BlurHash(encoding: picture, columns: 1, rows: 1).text == "00" + text.dropFirst(2).prefix(4))
    #expect(try BlurHash(encoding: picture).text == text, "one pixel has no waves")
  }

  @Test(arguments: [(4, 3), (1, 1), (9, 9), (3, 5), (1, 9), (6, 1)])
  func `a text is the one of the specification's formula`(columns: Int, rows: Int) throws {
    let picture = try Bitmap.made(40, 30) { x, y in
      [UInt8(x * 6), UInt8(255 - y * 8), UInt8((x * 5 + y * 3) % 256), 255]
    }
    let hash = try BlurHash(encoding: picture, columns: columns, rows: rows)
    #expect(hash.text == ReferenceBlurHash.text(picture, columns: columns, rows: rows))
    #expect(hash.columns == columns && hash.rows == rows)
    #expect(hash.text.utf8.count == 4 + 2 * columns * rows)
  }

  @Test func `a picture comes back blurred`() throws {
    let picture = try Bitmap.made(300, 200) { x, _ in x < 150 ? [220, 30, 30, 255] : [20, 40, 200, 255] }
    let hash = try BlurHash(encoding: picture, columns: 5, rows: 3)
    let back = try hash.bitmap(size: PixelSize(width: 30, height: 20))
    #expect(isClose(back.pixel(5, 10), [220, 30, 30, 255], 45))
    #expect(isClose(back.pixel(26, 10), [20, 40, 200, 255], 45))
  }

  @Test func `punch makes differences smaller or larger`() throws {
    let hash = try BlurHash("LlMF%n00%#MwS|WCWEM{R*bbWBbH")
    let size = PixelSize(width: 16, height: 12)
    func spread(_ punch: Double) throws -> Int {
      let bytes = try hash.bitmap(size: size, punch: punch).bytes
      let reds = stride(from: 0, to: bytes.count, by: 4).map { Int(bytes[$0]) }
      return (reds.max() ?? 0) - (reds.min() ?? 0)
    }
    #expect(try spread(0) == 0)
    #expect(try spread(-3) == 0)
    #expect(try spread(0.5) < spread(1))
    #expect(try spread(2) > spread(1))
    #expect(try spread(.nan) == spread(1))
    #expect(try spread(.infinity) == 255)
    #expect(isClose(try hash.bitmap(size: size, punch: 0).pixel(3, 3), [0xC1, 0x9A, 0x8A, 255]))
  }

  @Test(
    arguments: [
      "", "L", "00", "LlMF%n00%#MwS|WCWEM{R*bbWBb", "LlMF%n00%#MwS|WCWEM{R*bbWBbHH", "LlMF%n00%#MwS|WCWEM{R*bbWB\"H",
      "~0TSUA", "00~~~~", "LlMF%n00%#MwS|WCWEM{R*bbWB~~", "LlMF%n00%#MwS|WCWEM{R*bbWBbé", "00TSU\0", "      ",
      String(repeating: "f", count: 100_000),
    ])
  func `a text that is no BlurHash is a typed error`(text: String) {
    let error = #expect(throws: LoadError.self) { try BlurHash(text) }
    #expect(error?.code == .decoding)
  }

  @Test func `waves beyond what the format has count as the nearest`() throws {
    let hash = try BlurHash(encoding: Bitmap.map(20, 20), columns: .max, rows: .min)
    #expect(hash.columns == 9 && hash.rows == 1)
  }

  @Test(arguments: [
    (0, 5, LoadError.Code.invalidTargetSize), (5, -1, .invalidTargetSize), (1 << 40, 1 << 40, .tooManyPixels),
    (60_000_000, 1, .tooManyPixels), (1, 60_000_000, .tooManyPixels),
  ])
  func `a size that no picture has is a typed error`(width: Int, height: Int, code: LoadError.Code) throws {
    let hash = try BlurHash(encoding: Bitmap.map(20, 20), columns: 9, rows: 9)
    let error = #expect(throws: LoadError.self) { try hash.bitmap(size: PixelSize(width: width, height: height)) }
    #expect(error?.code == code)
  }
}
