import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// Sizes that nobody expects, in targets and in pictures.
@Suite struct FaultSizeTests {
  @Test(arguments: [UInt64](1...4))
  func `F58: no target whatever traps in a decoder, and without being asked nothing is enlarged`(seed: UInt64) throws {
    var noise = Noise(seed: seed)
    var sides = DecodeGeometryTests.special
    for _ in 0..<40 { sides.append(Double(bitPattern: noise.next())) }
    for (format, data) in try EncodedSamples.all() {
      for _ in 0..<60 {
        let target = TargetSize(
          width: sides.randomElement(using: &noise) ?? 0, height: sides.randomElement(using: &noise) ?? 0,
          scale: noise.next() % 3 == 0 ? sides.randomElement(using: &noise) ?? 0 : 1,
          mode: noise.next() % 2 == 0 ? .fit : .fill, allowsEnlarging: noise.next() % 4 == 0)
        let result = Result { () throws(LoadError) in try DefaultImageDecoder().decode(data, target: target) }
        switch result {
        case .success(let bitmap):
          let isLarger = bitmap.width > 37 || bitmap.height > 21
          #expect(!isLarger || target.allowsEnlarging, "\(format) \(target)")
        case .failure(let error):
          let isExpected =
            error.code == .invalidTargetSize || (error.code == .tooManyPixels && target.allowsEnlarging)
          #expect(isExpected, "\(format) \(target): \(error.code)")
        }
      }
    }
  }

  @Test func `F45: an animation costs what is held of it: the pixels of its first frame and its key`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.gif", .ok(SampleImages.gif(width: 500, height: 500, frames: 60), type: "image/gif"))
    let response = try await bench.image("/a.gif")
    #expect(response.image.byteCount == ByteCount(500 * 500 * 4))
    let cost = bench.cache.statistics.cost
    #expect(cost > response.image.byteCount && cost < ByteCount(500 * 500 * 4 + 2_048))
    let use = bench.pipeline.memoryUse
    #expect(use.pictures == cost && use.bodies == .zero && use.decodes == .zero)
    // The body of 15 MB, one frame and what its decode needs: never sixty frames.
    #expect(use.peak < .megabytes(20))
  }

  /// PNG and JPEG say in their headers that they have no pixels.
  private static func pictures() throws -> [[UInt8]] {
    let png = Array(PNGBuilder(width: 0, height: 0).file(rows: []))
    var jpeg = SampleImages.jpeg
    let frame = try #require(jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0, 0, 0, 0])
    return [png, jpeg]
  }

  @Test func `a picture without pixels is an error that nobody keeps, and the next request asks again`() async throws {
    let bench = try LoadingBench()
    for (number, picture) in try Self.pictures().enumerated() {
      let path = "/\(number)"
      bench.server.on(path, [.ok(picture, type: "image/png"), LoadingBench.pictureResponse])
      #expect(await bench.failure(path) == .decoding)
      #expect(bench.cache.statistics.count == number)
      #expect(await bench.failure(path) == nil)
      #expect(bench.server.counters.requests == (number + 1) * 2)
    }
  }

  @Test func `one pixel is a picture like any other`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", .ok(SampleImages.png(width: 1, height: 1), type: "image/png"))
    #expect(try await bench.image("/a.png").image.size == PixelSize(width: 1, height: 1))
    for (_, data) in try EncodedSamples.all(width: 1, height: 1) {
      for target: TargetSize? in [nil, .pixels(1, 1), .pixels(0.1, 90), .pixels(50, 50, mode: .fill)] {
        #expect(try DefaultImageDecoder().decode(data, target: target).size == PixelSize(width: 1, height: 1))
      }
      let enlarged = TargetSize(width: 9, height: 5, mode: .fill, allowsEnlarging: true)
      #expect(try DefaultImageDecoder().decode(data, target: enlarged).size == PixelSize(width: 9, height: 5))
    }
  }

  /// A grey JPEG whose every block is six bits: no difference, no coefficient.
  private static func grayJPEG(_ side: Int) -> Data {
    func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
      [0xFF, marker] + PNGBuilder.big16(body.count + 2) + body
    }
    let zeros = [UInt8](repeating: 0, count: 16)
    var (two, four) = (zeros, zeros)
    (two[1], four[3]) = (1, 1)
    let tables = segment(0xC4, [0x00] + two + [0]) + segment(0xC4, [0x10] + four + [0])
    let frame = segment(0xC0, [8] + PNGBuilder.big16(side) + PNGBuilder.big16(side) + [1, 1, 0x11, 0])
    let start = [0xFF, 0xD8] + segment(0xDB, [0] + [UInt8](repeating: 1, count: 64)) + frame + tables
    let blocks = ((side + 7) / 8) * ((side + 7) / 8)
    return Data(start + segment(0xDA, [1, 1, 0, 0, 63, 0])) + Data(count: blocks * 6 / 8 + 1) + Data([0xFF, 0xD9])
  }

  @Test func `a thumbnail of a huge JPEG needs two bytes for each of its blocks`() throws {
    let file = Self.grayJPEG(4_000)
    var options = DecodeOptions(target: .pixels(100, 100))
    options.budget.maximumMemory = .megabytes(1)
    let bitmap = try DefaultImageDecoder().decode(file, options: options)
    #expect(bitmap.size == PixelSize(width: 100, height: 100))
    #expect(bitmap.pixel(50, 50) == [128, 128, 128, 255])
    options.target = nil
    #expect(code { () throws(LoadError) in try DefaultImageDecoder().decode(file, options: options) } == .tooManyPixels)
  }

  @Test func `the budget of pixels bounds time, so raising it alone lets huge honest pictures through`() throws {
    let png = PNGBuilder(width: 40_000, height: 20, bitDepth: 1, colorType: 0)
      .file(rows: .init(repeating: .init(repeating: 0, count: 5_000), count: 20))
    var options = DecodeOptions(target: .pixels(100, 100))
    options.budget = DecodeBudget(maximumPixels: 799_999, maximumMemory: .megabytes(3))
    #expect(code { () throws(LoadError) in try DefaultImageDecoder().decode(png, options: options) } == .tooManyPixels)
    options.budget.maximumPixels += 1
    #expect(try DefaultImageDecoder().decode(png, options: options).size == PixelSize(width: 100, height: 1))
  }

  @Test func `a profile larger than any real one is not looked at`() throws {
    let file = try EncodedSamples.jpeg()
    let part = [UInt8](repeating: 7, count: 60_000)
    var segments = Data()
    for number in 1...80 as ClosedRange<UInt8> {
      let body = Array("ICC_PROFILE\0".utf8) + [number, 80] + part
      segments += [0xFF, 0xE2] + PNGBuilder.big16(body.count + 2) + body
    }
    let large = file.prefix(2) + segments + file.dropFirst(2)
    #expect(try ContainerHeader.read(large, format: .jpeg).profile?.count == 4_800_000)
    #expect(try ImageHeader.read(large).colorProfile == nil)
    #expect(try DefaultImageDecoder().decode(large).bytes == DefaultImageDecoder().decode(file).bytes)
  }

  @Test func `a thumbnail of a picture whose pixels would fill the memory needs little of it`() throws {
    // 12,000 × 4,000 of grey: 192 MB as a bitmap.
    var options = DecodeOptions(target: .pixels(100, 100))
    options.budget.maximumMemory = .megabytes(2)
    let side = (12_000, 4_000)
    let png = PNGBuilder(width: side.0, height: side.1, bitDepth: 1, colorType: 0)
    let file = png.file(rows: .init(repeating: .init(repeating: 0xFF, count: side.0 / 8), count: side.1))
    let small = try DefaultImageDecoder().decode(file, options: options)
    #expect(small.size == PixelSize(width: 100, height: 33))
    #expect(small.pixel(50, 16) == [255, 255, 255, 255])
    options.target = nil
    #expect(code { () throws(LoadError) in try DefaultImageDecoder().decode(file, options: options) } == .tooManyPixels)
  }
}
