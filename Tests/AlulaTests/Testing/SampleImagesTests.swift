import Alula
import AlulaTesting
import Testing

@Suite struct SampleImagesTests {
  @Test func `embedded pictures begin and end as their format says`() {
    #expect(SampleImages.jpeg.starts(with: [0xff, 0xd8, 0xff]))
    #expect(SampleImages.jpeg.suffix(2) == [0xff, 0xd9])
    for webp in [SampleImages.webp, SampleImages.losslessWebP] {
      #expect(webp.starts(with: Array("RIFF".utf8)))
      #expect(webp[8..<12].elementsEqual("WEBP".utf8))
      #expect(Int(webp[4]) + Int(webp[5]) << 8 + 8 == webp.count)
    }
  }

  // ISO/IEC 15948: the last chunk of every PNG is these 12 bytes, checksum included.
  @Test func `a PNG ends with the chunk that every PNG ends with`() {
    let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]
    #expect(SampleImages.png(width: 3, height: 2).suffix(12) == end[...])
  }

  @Test(arguments: [(1, 1), (300, 1), (1, 300), (200, 200)])
  func `a filled PNG is that of a colour for each pixel`(width: Int, height: Int) {
    let color = SampleColor(1, 2, 3, 4)
    let filled = SampleImages.png(width: width, height: height, filledWith: color)
    #expect(filled == SampleImages.png(width: width, height: height) { _, _ in color })
    #expect(filled.count > width * height * 4)
  }

  @Test func `a bomb is small and claims much`() {
    let bomb = SampleImages.pngBomb(width: 0x1234_5678, height: 5)
    #expect(bomb.count < 100)
    #expect(bomb[16..<24] == [0x12, 0x34, 0x56, 0x78, 0, 0, 0, 5])
  }

  @Test func `an orientation goes into an Exif segment behind the start of the JPEG`() {
    let big = SampleImages.withOrientation(6)
    #expect(big.starts(with: [0xff, 0xd8, 0xff, 0xe1, 0, 34] + Array("Exif\0\0MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1]))
    #expect(big[22..<32] == [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6])
    #expect(big.suffix(SampleImages.jpeg.count - 2) == SampleImages.jpeg.dropFirst(2))
    let little = SampleImages.withOrientation(6, isLittleEndian: true)
    #expect(little.count == big.count)
    #expect(little[12..<14].elementsEqual("II".utf8))
  }

  @Test func `truncation counts from either end`() {
    #expect(SampleImages.truncated([1, 2, 3], to: 2) == [1, 2])
    #expect(SampleImages.truncated([1, 2, 3], to: -1) == [1, 2])
    #expect(SampleImages.truncated([1, 2, 3], to: 9) == [1, 2, 3])
  }

  @Test func `a GIF has a control block for each frame and the loop number as given`() {
    let gif = SampleImages.gif(width: 2, height: 2, frames: 3, delays: [0, 7], loopCount: 5)
    #expect(gif.starts(with: Array("GIF89a".utf8) + [2, 0, 2, 0]))
    #expect(gif.last == 0x3b)
    let controls = gif.indices.dropLast(4).filter { gif[$0...].starts(with: [0x21, 0xf9, 4]) }
    #expect(controls.map { gif[$0 + 4] } == [0, 7, 0])
    let netscape = Array("NETSCAPE2.0".utf8) + [3, 1, 5, 0, 0]
    #expect(gif.indices.contains { gif[$0...].starts(with: netscape) })
  }
}
