import Foundation
import Testing

@testable import Alula

@Suite struct GIFDecodingTests {
  private let clear: [UInt8] = [0, 0, 0, 0]
  private let red: [UInt8] = [255, 0, 0, 255]

  private func decode(_ builder: GIFBuilder) throws(LoadError) -> Bitmap {
    try DefaultImageDecoder().decode(builder.file)
  }

  @Test func `interlaced rows come out in order`() throws {
    var builder = GIFBuilder(width: 1, height: 11)
    let indexes = (0..<11).map { UInt8($0 % 4) }
    builder.frames = [.init(width: 1, height: 11, indexes: indexes, isInterlaced: true)]
    let interlaced = try decode(builder).bytes
    builder.frames = [.init(width: 1, height: 11, indexes: indexes)]
    #expect(try decode(builder).bytes == interlaced)
  }

  @Test func `the first frame lies on a transparent canvas, the background is not painted`() throws {
    var builder = GIFBuilder(width: 3, height: 3)
    builder.frames = [.init(left: 1, top: 1, width: 1, height: 1, indexes: [1])]
    let bitmap = try decode(builder)
    #expect(bitmap.pixel(1, 1) == red)
    #expect([(0, 0), (2, 1), (1, 2), (2, 2)].allSatisfy { bitmap.pixel($0, $1) == clear })
  }

  @Test(arguments: [(0, 0), (3, 1), (1, 3), (4, 4), (65_535, 65_535)])
  func `what lies outside the canvas is cut off`(left: Int, top: Int) throws {
    var builder = GIFBuilder(width: 4, height: 4)
    builder.frames = [.init(left: left, top: top, width: 5, height: 5, indexes: .init(repeating: 1, count: 25))]
    let bitmap = try decode(builder)
    #expect(bitmap.size == PixelSize(width: 4, height: 4))
    for y in 0..<4 {
      for x in 0..<4 { #expect(bitmap.pixel(x, y) == (x >= left && y >= top ? red : clear)) }
    }
  }

  @Test func `a canvas without a size takes the first frame's`() throws {
    var builder = GIFBuilder(width: 0, height: 0)
    builder.frames = [.init(width: 2, height: 1, indexes: [1, 1])]
    #expect(try decode(builder).bytes == red + red)
  }

  @Test func `a missing trailer and a second frame that is cut off do not hide the first`() throws {
    var builder = GIFBuilder(width: 2, height: 1)
    builder.frames = .init(repeating: .init(width: 2, height: 1, indexes: [1, 1]), count: 2)
    builder.hasTrailer = false
    let data = builder.file
    #expect(try DefaultImageDecoder().decode(data).bytes == red + red)
    #expect(try DefaultImageDecoder().decode(data.dropLast(4)).bytes == red + red)
  }

  @Test func `a first frame that is cut off is an error`() throws {
    var builder = GIFBuilder(width: 20, height: 20)
    builder.frames = [.init(width: 20, height: 20, indexes: .init(repeating: 1, count: 400))]
    let data = builder.file
    #expect(
      code { () throws(LoadError) in try DefaultImageDecoder().decode(data.prefix(data.count / 2)) } == .truncated)
  }

  @Test func `a colour the table does not have is black`() throws {
    var builder = GIFBuilder(width: 2, height: 1)
    builder.frames = [.init(width: 2, height: 1, indexes: [200, 1])]
    #expect(try decode(builder).bytes == [0, 0, 0, 255] + red)
  }

  @Test func `codes without end stop at the frame's last pixel`() throws {
    // 300,000 bytes that are nothing but clear codes of three bits: 0b100 over and over.
    let clears = (0..<1_200).flatMap { _ in [UInt8(255)] + (0..<85).flatMap { _ in [0x24, 0x49, 0x92] as [UInt8] } }
    let head = GIFBuilder(width: 4, height: 4).file.dropLast()
    let image: [UInt8] = [0x2C, 0, 0, 0, 0, 4, 0, 4, 0, 0, 2]
    #expect(
      code { () throws(LoadError) in try DefaultImageDecoder().decode(head + image + clears + [0, 0x3B]) } == .decoding)
  }
}
