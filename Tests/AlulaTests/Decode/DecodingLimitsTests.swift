import Foundation
import Testing

@testable import Alula

@Suite struct DecodingLimitsTests {
  private let decoder = DefaultImageDecoder()

  /// `data` with another size in its header.
  private static func claiming(_ side: Int, _ format: ImageFormat, _ data: Data) -> Data {
    var bytes = Array(data)
    switch format {
    case .jpeg:
      guard let frame = (0..<bytes.count - 1).first(where: { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 }) else {
        return data
      }
      bytes.replaceSubrange(frame + 5..<frame + 9, with: PNGBuilder.big16(side) + PNGBuilder.big16(side))
    case .gif: bytes.replaceSubrange(6..<10, with: GIFBuilder.little16(side) + GIFBuilder.little16(side))
    default: return PNGBuilder(width: side, height: side, bitDepth: 1, colorType: 0).file(rows: [])
    }
    return Data(bytes)
  }

  @Test(arguments: [ImageFormat.jpeg, .png, .gif])
  func `more pixels than the budget are refused by the header`(_ format: ImageFormat) throws {
    let data = try #require(try EncodedSamples.all().first { $0.0 == format }).1
    #expect(code { () throws(LoadError) in try decoder.decode(Self.claiming(60_000, format, data)) } == .tooManyPixels)
  }

  @Test func `the pixel budget is what the options say`() throws {
    for (_, data) in try EncodedSamples.all(width: 40, height: 30) {
      var options = DecodeOptions()
      options.budget.maximumPixels = 40 * 30
      #expect(try decoder.decode(data, options: options).size == PixelSize(width: 40, height: 30))
      options.budget.maximumPixels -= 1
      #expect(code { () throws(LoadError) in try decoder.decode(data, options: options) } == .tooManyPixels)
    }
  }

  @Test func `a picture that needs more memory than the budget is refused, its thumbnail is not`() throws {
    for (format, data) in try EncodedSamples.all(width: 640, height: 480) {
      var options = DecodeOptions()
      options.budget.maximumMemory = .kilobytes(format == .jpeg ? 250 : 300)
      #expect(code { () throws(LoadError) in try decoder.decode(data, options: options) } == .tooManyPixels)
      guard format != .webp else { continue }
      options.target = .pixels(50, 50)
      #expect(try decoder.decode(data, options: options).size.width == 50)
    }
  }

  @Test(arguments: [(1, 16_777_217), (16_777_217, 1)])
  func `a side that no picture has is refused, however few the pixels`(width: Int, height: Int) throws {
    let data = PNGBuilder(width: width, height: height, bitDepth: 1, colorType: 0).file(rows: [[0]])
    let options = DecodeOptions(target: .pixels(10, 10))
    #expect(code { () throws(LoadError) in try decoder.decode(data, options: options) } == .tooManyPixels)
  }

  @Test func `rows that pass unchanged take no memory for weights`() throws {
    let axis = try ResampleAxis(source: 1000, start: 0, span: 1000, output: 1000)
    #expect(axis.isExact && axis.weights.isEmpty && axis.starts.isEmpty)
    #expect(axis.weighted().starts == (0..<1000).map { Int32($0) })
  }

  @Test func `a claim that the bytes cannot hold costs nothing`() throws {
    let jpeg = Self.claiming(10_000, .jpeg, try EncodedSamples.jpeg())
    let png = PNGBuilder(width: 10_000, height: 10_000).file(rows: [[1, 2, 3]])
    var options = DecodeOptions(target: .pixels(10, 10))
    options.budget = DecodeBudget(maximumPixels: .max, maximumMemory: .max)
    for data in [jpeg, png] {
      #expect(code { () throws(LoadError) in try decoder.decode(data, options: options) } == .truncated)
    }
  }

  @Test(arguments: [0, -1, Double.nan]) func `a target that nothing can be shown at is an error`(_ side: Double) throws
  {
    for (_, data) in try EncodedSamples.all() {
      #expect(
        code { () throws(LoadError) in try decoder.decode(data, target: .pixels(side, 10)) } == .invalidTargetSize)
    }
  }

  @Test func `a decode in a cancelled task stops`() async throws {
    for (_, data) in try EncodedSamples.all() {
      let found = await withTaskGroup(of: LoadError.Code?.self) { group in
        group.cancelAll()
        group.addTask { code { () throws(LoadError) in try DefaultImageDecoder().decode(data) } }
        return await group.next() ?? nil
      }
      #expect(found == .cancelled)
    }
  }

  @Test func `every codec looks between its rows whether it was cancelled`() async throws {
    for (format, data) in try EncodedSamples.all() {
      let job = DecodeJob(data: data, options: DecodeOptions())
      let found = await withTaskGroup(of: LoadError.Code?.self) { group in
        group.cancelAll()
        // Past the check that comes before the codecs.
        group.addTask {
          code { () throws(LoadError) in
            switch format {
            case .jpeg: try JPEGDecoder.decode(job)
            case .png: try PNGDecoder.decode(job)
            case .webp: try WebPDecoder.decode(job)
            default: try GIFDecoder.decode(job)
            }
          }
        }
        return await group.next() ?? nil
      }
      #expect(found == .cancelled)
    }
  }

  @Test func `the accept header names exactly what is decoded, what a trait adds in its place`() {
    let names = DecoderRegistry.standard.accept.split(separator: ",").map(String.init)
    let always = ["image/webp", "image/png", "image/jpeg", "image/gif"]
    let places = [
      "image/avif", "image/webp", "image/jxl", "image/heic", "image/heif", "image/png", "image/jpeg", "image/gif",
      "image/tiff", "image/bmp", "image/vnd.microsoft.icon", "image/svg+xml",
    ]
    #expect(
      names
        == places.filter { name in always.contains(name) || PlatformDecoder.formats.contains { $0.mediaType == name } })
    for format in PlatformDecoder.formats { #expect(PlatformDecoder.decodes(format)) }
  }
}
