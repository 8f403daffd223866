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
}
