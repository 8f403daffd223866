import Foundation
import Testing

@testable import Alula

@Suite struct ImageHeaderTests {
  @Test func `size, depth and alpha are read from every format`() throws {
    for (format, data) in try EncodedSamples.all(width: 37, height: 21) {
      let header = try ImageHeader.read(data)
      #expect(header.format == format)
      #expect(header.size == PixelSize(width: 37, height: 21))
      #expect(header.bitDepth == 8)
      #expect(header.hasAlpha == (format != .jpeg))
      #expect(header.orientation == .up)
    }
  }

  @Test(arguments: Orientation.allCases, [ImageFormat.jpeg, .png, .webp])
  func `the orientation is read where each format keeps it`(_ orientation: Orientation, _ format: ImageFormat) throws {
    let data = try #require(try EncodedSamples.all().first { $0.0 == format }).1
    let header = try ImageHeader.read(EncodedSamples.oriented(data, format, orientation.rawValue))
    #expect(header.orientation == orientation)
    let upright = PixelSize(width: 37, height: 21)
    #expect(header.size == (orientation.isTransposed ? upright.transposed : upright))
  }

  @Test(arguments: [(nil, 1), (0, 0), (1, 2), (65_535, 65_536)] as [(Int?, Int)])
  func `a GIF plays once without a loop block, for ever with 0 and N + 1 times with N`(loop: Int?, plays: Int) throws {
    var builder = GIFBuilder(width: 1, height: 1)
    builder.loop = loop
    builder.frames = [50, 0, 65_535].map { .init(width: 1, height: 1, indexes: [1], delay: $0) }
    let header = try ImageHeader.read(builder.file)
    #expect(header.plays == plays)
    #expect(header.frames == 3)
    #expect(header.durations == [.milliseconds(500), .zero, .milliseconds(655_350)])
  }

  @Test func `an animated PNG says frames, plays and durations; a delay over 0 counts hundredths`() throws {
    func control(_ numerator: Int, _ denominator: Int) -> (String, [UInt8]) {
      ("fcTL", [UInt8](repeating: 0, count: 20) + PNGBuilder.big16(numerator) + PNGBuilder.big16(denominator) + [0, 0])
    }
    var builder = PNGBuilder(width: 1, height: 1)
    builder.before = [("acTL", PNGBuilder.big32(2) + PNGBuilder.big32(5)), control(1, 4)]
    builder.after = [control(3, 0), ("fdAT", PNGBuilder.big32(2) + PNGBuilder.stored([0, 1, 2, 3]))]
    let data = builder.file(rows: [[9, 8, 7]])
    let header = try ImageHeader.read(data)
    #expect(header.frames == 2 && header.plays == 5)
    #expect(header.durations == [.milliseconds(250), .milliseconds(30)])
    #expect(try DefaultImageDecoder().decode(data).pixel(0, 0) == [9, 8, 7, 255])
  }

  @Test func `a PNG that claims four billion frames takes no memory for them`() throws {
    var builder = PNGBuilder(width: 1, height: 1)
    builder.before = [("acTL", PNGBuilder.big32(Int(UInt32.max)) + PNGBuilder.big32(0))]
    let header = try ImageHeader.read(builder.file(rows: [[1, 2, 3]]))
    #expect(header.durations.isEmpty)
  }

  @Test func `every cut header is an error or a header, never a crash`() throws {
    for (_, data) in try EncodedSamples.all() {
      for length in 0..<min(data.count, 400) {
        _ = code { () throws(LoadError) in try ImageHeader.read(data.prefix(length)) }
      }
      #expect(code { () throws(LoadError) in try ImageHeader.read(data.prefix(16)) } != nil)
    }
  }

  @Test func `a slice of data is read from its own start`() throws {
    let data = try EncodedSamples.jpeg()
    let slice = (Data([1, 2, 3]) + data).dropFirst(3)
    #expect(try ImageHeader.read(slice).size == PixelSize(width: 37, height: 21))
    #expect(try DefaultImageDecoder().decode(slice).size == PixelSize(width: 37, height: 21))
  }
}
