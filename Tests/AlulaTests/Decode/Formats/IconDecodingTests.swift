#if BMP
  import Foundation
  import Testing

  @testable import Alula

  @Suite struct IconDecodingTests {
    private static func picture(_ side: Int, bits: Int = 24, color: UInt8 = 200) -> [UInt8] {
      let rowBytes = (side * bits + 31) / 32 * 4
      return BMPBuilder(width: side, height: side, bits: bits).icon(
        [UInt8](repeating: color, count: rowBytes * side),
        mask: [UInt8](repeating: 0, count: (side + 31) / 32 * 4 * side))
    }

    private func pixels(_ data: Data) throws -> [UInt8] {
      try DefaultImageDecoder().decodeStraight(data, options: DecodeOptions()).withUnsafeBytes { Array($0) }
    }

    @Test func `the largest picture is shown, and of several the one with the most colours`() throws {
      let data = BMPBuilder.icon(
        [Self.picture(4), Self.picture(8, bits: 16, color: 1), Self.picture(8, color: 99), Self.picture(6)],
        sizes: [(4, 4), (8, 8), (8, 8), (6, 6)])
      #expect(try ImageHeader.read(data).size == PixelSize(width: 8, height: 8))
      #expect(try pixels(data).prefix(4) == [99, 99, 99, 255])
    }

    @Test func `sizes come from the pictures, not from the directory`() throws {
      let data = BMPBuilder.icon([Self.picture(4), Self.picture(7)], sizes: [(200, 200), (1, 1)])
      #expect(try DefaultImageDecoder().decode(data).size == PixelSize(width: 7, height: 7))
    }

    @Test func `the mask makes pixels transparent, and one that is missing none`() throws {
      let picture = BMPBuilder(width: 2, height: 1, bits: 24)
      let masked = picture.icon([3, 2, 1, 6, 5, 4, 0, 0], mask: [0x40, 0, 0, 0])
      #expect(try pixels(BMPBuilder.icon([masked], sizes: [(2, 1)])) == [1, 2, 3, 255, 0, 0, 0, 0])
      let bare = picture.icon([3, 2, 1, 6, 5, 4, 0, 0])
      #expect(try pixels(BMPBuilder.icon([bare], sizes: [(2, 1)])) == [1, 2, 3, 255, 4, 5, 6, 255])
    }

    @Test func `pixels of 32 bits have their own alpha, unless it is 0 everywhere`() throws {
      let picture = BMPBuilder(width: 2, height: 1, bits: 32)
      let own = picture.icon([3, 2, 1, 128, 6, 5, 4, 255], mask: [0xC0, 0, 0, 0])
      #expect(try pixels(BMPBuilder.icon([own], sizes: [(2, 1)])) == [1, 2, 3, 128, 4, 5, 6, 255])
      let none = picture.icon([3, 2, 1, 0, 6, 5, 4, 0], mask: [0x40, 0, 0, 0])
      #expect(try pixels(BMPBuilder.icon([none], sizes: [(2, 1)])) == [1, 2, 3, 255, 0, 0, 0, 0])
    }

    @Test(arguments: [false, true]) func `a PNG in an icon or cursor is decoded as one`(_ isCursor: Bool) throws {
      let png = Array(try EncodedSamples.png(width: 20, height: 10))
      let data = BMPBuilder.icon([Self.picture(4), png], sizes: [(4, 4), (20, 10)], isCursor: isCursor)
      let header = try ImageHeader.read(data)
      #expect(header.format == (isCursor ? .cur : .ico))
      #expect(header.size == PixelSize(width: 20, height: 10))
      let (one, other) = (try DefaultImageDecoder().decode(data), try DefaultImageDecoder().decode(Data(png)))
      #expect(one.withUnsafeBytes { Array($0) } == other.withUnsafeBytes { Array($0) })
      #expect(try DefaultImageDecoder().decode(data, target: .pixels(10, 10)).size == PixelSize(width: 10, height: 5))
    }

    @Test func `entries of a directory are looked at up to a limit`() throws {
      func data(_ small: Int) -> Data {
        let pictures = [[UInt8]](repeating: Self.picture(1), count: small) + [Self.picture(4)]
        return BMPBuilder.icon(pictures, sizes: pictures.map { _ in (1, 1) })
      }
      #expect(try ImageHeader.read(data(IconDirectory.most - 1)).size == PixelSize(width: 4, height: 4))
      #expect(try ImageHeader.read(data(IconDirectory.most)).size == PixelSize(width: 1, height: 1))
    }

    @Test func `a cut or empty icon is an error`() throws {
      let data = BMPBuilder.icon([Self.picture(8)], sizes: [(8, 8)])
      // The mask, 32 bytes, may be missing.
      for count in stride(from: 6, to: data.count - 33, by: 7) {
        #expect(throws: LoadError.self) { try DefaultImageDecoder().decode(data.prefix(count)) }
      }
      #expect(throws: LoadError.self) { try DefaultImageDecoder().decode(BMPBuilder.icon([], sizes: [])) }
    }
  }
#endif
