import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// The orientation that ImageMagick writes into a text chunk of a PNG.
struct RawProfileTests {
  private let hex = EncodedSamples.exif(6).map { String($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()

  private func picture(_ chunks: [(String, [UInt8])]) -> Data {
    let plain = Data(SampleImages.png(width: 3, height: 2))
    return plain.prefix(33) + Data(chunks.flatMap { PNGBuilder.chunk($0.0, $0.1) }) + plain.dropFirst(33)
  }

  private func text(_ keyword: String, _ value: String) -> (String, [UInt8]) {
    ("tEXt", Array("\(keyword)\0\(value)".utf8))
  }

  @Test(arguments: ["Raw profile type exif", "Raw profile type APP1"])
  func `the Exif block in ImageMagick's text chunk turns the picture`(keyword: String) throws {
    let lines = "\nexif\n      32\n457869660000\(hex.prefix(20))\n\(hex.dropFirst(20))\n"
    let data = picture([text(keyword, lines)])
    #expect(try ImageHeader.read(data).orientation == .right)
    let bitmap = try DefaultImageDecoder().decode(data, options: DecodeOptions())
    #expect(bitmap.size == PixelSize(width: 2, height: 3))
  }

  @Test func `an eXIf chunk says more than a text, whichever comes first`() throws {
    let exif = ("eXIf", EncodedSamples.exif(3))
    let old = text("Raw profile type exif", "\nexif\n 26\n\(hex)")
    #expect(try ImageHeader.read(picture([exif, old])).orientation == .down)
    #expect(try ImageHeader.read(picture([old, exif])).orientation == .down)
  }

  @Test(arguments: [
    "", "\n", "\nexif", "\nexif\n", "\nexif\n26\n", "\nexif\n26\nzz", "\nexif\n26\n4", "\nexif\n26\n49492a00",
    "\nexif\n99999999999\n49492a0008000000ffff",
  ])
  func `a text that is no such block turns nothing`(value: String) throws {
    #expect(try ImageHeader.read(picture([text("Raw profile type exif", value)])).orientation == .up)
  }

  @Test func `the same text under another keyword turns nothing`() throws {
    #expect(try ImageHeader.read(picture([text("Comment", "\nexif\n 26\n\(hex)")])).orientation == .up)
  }

  @Test func `the first text that holds an Exif block counts, texts of the same keyword that hold none do not`() throws
  {
    let (first, second) = (EncodedSamples.exif(3), EncodedSamples.exif(8))
    func block(_ bytes: [UInt8]) -> (String, [UInt8]) {
      let hex = bytes.map { String($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
      return text("Raw profile type APP1", "\nAPP1\n 26\n\(hex)")
    }
    let other = block(Array("http://ns.adobe.com/xap/1.0/".utf8))
    #expect(try ImageHeader.read(picture([block(first), block(second)])).orientation == .down)
    #expect(try ImageHeader.read(picture([other, block(first), block(second)])).orientation == .down)
  }

  @Test func `of a block no more is decoded than Exif can have`() throws {
    func block(_ directory: Int) -> (String, [UInt8]) {
      var bytes = EncodedSamples.exif(3)
      bytes.replaceSubrange(4..<8, with: [0, 8, 16, 24].map { UInt8(directory >> $0 & 255) })
      bytes.insert(contentsOf: [UInt8](repeating: 0, count: directory - 8), at: 8)
      let hex = bytes.map { String($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      return text("Raw profile type exif", "\nexif\n 26\n\(hex)")
    }
    #expect(try ImageHeader.read(picture([block(60_000)])).orientation == .down)
    #expect(try ImageHeader.read(picture([block(70_000)])).orientation == .up)
  }
}
