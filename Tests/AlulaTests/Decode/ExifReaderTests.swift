import Foundation
import Testing

@testable import Alula

@Suite struct ExifReaderTests {
  private func orientation(_ bytes: [UInt8]) -> Orientation? {
    Data(bytes).withBytes { ExifReader(ByteReader($0))?.orientation }
  }

  @Test(arguments: Orientation.allCases, [true, false])
  func `every orientation is read in both byte orders, with and without the Exif prefix`(
    _ wanted: Orientation, _ isLittle: Bool
  ) {
    let block = EncodedSamples.exif(wanted.rawValue, isLittle: isLittle)
    #expect(orientation(block) == wanted)
    #expect(orientation(Array("Exif\0\0".utf8) + block) == wanted)
  }

  @Test(arguments: [0, 9, 255]) func `a value out of range counts as none`(_ value: Int) {
    #expect(orientation(EncodedSamples.exif(value)) == nil)
  }

  @Test(arguments: [1, 3, 4, 2, 5]) func `the tag is read as a byte, short or long and as nothing else`(_ type: Int) {
    var block = EncodedSamples.exif(6)
    block[12] = UInt8(type)
    #expect(orientation(block) == ([1, 3, 4].contains(type) ? .right : nil))
  }

  @Test(arguments: [[0xFF, 0xFF, 0xFF, 0xFF], [0xFE, 0xFF, 0xFF, 0x7F], [0, 0, 0, 0], [25, 0, 0, 0]] as [[UInt8]])
  func `a directory outside the block is ignored`(_ offset: [UInt8]) {
    var block = EncodedSamples.exif(6)
    block.replaceSubrange(4..<8, with: offset)
    #expect(orientation(block) == nil)
  }

  @Test func `a count of entries beyond the block ends the search`() {
    var block = EncodedSamples.exif(6)
    block[8] = 0xFF
    block[9] = 0xFF
    block[10] = 0x13
    #expect(orientation(block) == nil)
  }

  @Test func `no prefix of a block is read past its end`() {
    let block = EncodedSamples.exif(6)
    for length in 0..<block.count { _ = orientation(Array(block.prefix(length))) }
    #expect(orientation(Array(block.prefix(17))) == nil)
  }
}
