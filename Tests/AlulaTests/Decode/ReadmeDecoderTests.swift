import AlulaTesting
import Foundation
import Testing

import Alula

/// "FLAG" and a colour of three bytes: a picture of 3 × 2 pixels.
private struct FlagDecoder: ImageDecoder {
  func decode(_ data: Data, options: DecodeOptions) throws(LoadError) -> Bitmap {
    guard data.count == 7 else { throw LoadError(.truncated, "A flag has 7 bytes.") }
    let color = data.suffix(3) + [255]
    let flag = try Bitmap(size: PixelSize(width: 3, height: 2)) { pixels in
      pixels.copyBytes(from: (0..<6).flatMap { _ in color })
    }
    guard let target = options.target else { return flag }
    return try flag.applying([.resize(target)], within: options.budget)
  }
}

/// The README's decoder, and its example without a pipeline.
@Suite struct ReadmeDecoderTests {
  @Test func `a decoder of one's own is written as the README says`() async throws {
    var configuration = ImagePipeline.Configuration.ephemeral()
    let flag = ImageFormat(name: "flag")
    configuration.decoders.add(FlagDecoder(), for: flag, mediaType: "image/x-flag", signatures: [ImageSignature("FLAG")])
    configuration.decoders.remove(.gif)
    let data = Data("FLAG".utf8) + [9, 8, 7]
    let pipeline = ImagePipeline(configuration: configuration)
    let image = try await pipeline.image(for: ImageRequest(data: data, id: "flag", target: .pixels(2, 2))).image
    #expect(image.size == PixelSize(width: 2, height: 1))
    #expect(image.withUnsafeBytes { Array($0.prefix(4)) } == [9, 8, 7, 255])
  }

  @Test func `data are decoded without a pipeline as the README says`() throws {
    let data = Data(SampleImages.png(width: 600, height: 400))
    #expect(try ImageHeader.read(data).size == PixelSize(width: 600, height: 400))
    var options = DecodeOptions(target: .pixels(300, 300))
    options.budget.maximumMemory = .megabytes(64)
    options.allowsPartial = true
    let bitmap = try DefaultImageDecoder().decode(data, options: options).applying([.monochrome()])
    #expect(bitmap.size == PixelSize(width: 300, height: 200))
    #expect(!bitmap.isPartial)
  }
}
