import Foundation
import Testing

@testable import Alula

/// A file of some megabytes can hold millions of frames or chunks.
@Suite struct CountedPartsTests {
  private static let most = ContainerHeader.mostFrames

  private func header(_ data: Data) -> LoadError.Code? { code { () throws(LoadError) in try ImageHeader.read(data) } }

  private static func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
    [UInt8]([[UInt8]](repeating: bytes, count: count).joined())
  }

  @Test func `a GIF of more frames than are counted is refused by its header; the first is still decoded`() throws {
    func file(_ count: Int) -> Data {
      var builder = GIFBuilder(width: 2, height: 1)
      builder.frames = [.init(width: 2, height: 1, indexes: [1, 1])]
      let empty: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 0]
      return Data(builder.file.dropLast() + Self.repeated(empty, count - 1) + [0x3B])
    }
    let whole = try ImageHeader.read(file(Self.most))
    #expect(whole.frames == Self.most)
    #expect(whole.durations.count == Self.most)
    #expect(header(file(Self.most + 1)) == .tooManyPixels)
    #if os(Linux)
      #expect(try DefaultImageDecoder().decode(file(Self.most + 1)).bytes == [255, 0, 0, 255, 255, 0, 0, 255])
    #endif
  }

  @Test func `a WebP of more chunks than are counted is refused`() throws {
    func file(_ count: Int) throws -> Data {
      let extended = try EncodedSamples.oriented(EncodedSamples.webp(), .webp, 1)
      let chunks = extended.dropFirst(12)
      let empty = Self.repeated(Array("ABCD".utf8) + [0, 0, 0, 0], count - 3)
      // The picture's own three or four: VP8X, perhaps ALPH, the picture, EXIF.
      let body = Array("WEBP".utf8) + chunks.prefix(18) + empty + chunks.dropFirst(18)
      return Data(Array("RIFF".utf8) + [0, 8, 16, 24].map { UInt8(body.count >> $0 & 255) } + body)
    }
    #expect(header(try file(100)) == nil)
    #expect(header(try file(Self.most - 1)) == nil)
    #expect(header(try file(Self.most + 1)) == .tooManyPixels)
    let data = try file(Self.most + 1)
    #expect(code { () throws(LoadError) in try DefaultImageDecoder().decode(data) } == .tooManyPixels)
  }

  @Test func `an animated PNG of more frames than are counted is refused`() throws {
    func file(_ count: Int) -> Data {
      let control = PNGBuilder.chunk("fcTL", [UInt8](repeating: 0, count: 26))
      let animation = PNGBuilder.chunk("acTL", PNGBuilder.big32(count) + PNGBuilder.big32(0))
      let plain = PNGBuilder(width: 1, height: 1).file(rows: [[1, 2, 3]])
      return Data(plain.prefix(33) + animation + Self.repeated(control, count) + plain.dropFirst(33))
    }
    #expect(try ImageHeader.read(file(Self.most)).durations.count == Self.most)
    #expect(header(file(Self.most + 1)) == .tooManyPixels)
  }

  #if os(Linux)
    @Test(arguments: [false, true]) func `a frame of more pixels than the budget is refused, whatever its canvas`(
      _ isInterlaced: Bool
    ) throws {
      let head = GIFBuilder(width: 1, height: 1).file.dropLast()
      let image: [UInt8] = [0x2C, 0, 0, 0, 0, 255, 255, 255, 255, isInterlaced ? 0x40 : 0, 2, 1, 0, 0, 0x3B]
      var options = DecodeOptions()
      options.budget.maximumMemory = .max
      let data = Data(head + image)
      #expect(
        code { () throws(LoadError) in try DefaultImageDecoder().decode(data, options: options) } == .tooManyPixels)
    }
  #endif
}
