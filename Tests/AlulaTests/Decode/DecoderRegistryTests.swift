import AlulaTesting
import Foundation
import Testing

@testable import Alula

struct DecoderRegistryTests {
  /// Makes one pixel of a colour, whatever the bytes are.
  private struct Painter: ImageDecoder {
    let red: UInt8

    func decode(_ data: Data, options: DecodeOptions) throws(LoadError) -> Bitmap {
      try Bitmap(size: PixelSize(width: 1, height: 1)) { $0[0] = red }
    }
  }

  private let plain = ImageFormat(name: "plain")
  private let file = Data("PLAIN file".utf8)

  private func red(_ bitmap: Bitmap) -> UInt8 { bitmap.withUnsafeBytes { $0[0] } }

  @Test func `a format that Alula does not know is found by its signature and offered by its media type`() throws {
    var registry = DecoderRegistry.standard
    #expect(registry.format(of: file) == nil)
    registry.add(
      Painter(red: 7), for: plain, mediaType: "image/x-plain", signatures: [ImageSignature("LAIN", at: 1)], at: .first)
    #expect(registry.format(of: file) == plain)
    #expect(red(try registry.decode(file, options: DecodeOptions())) == 7)
    #expect(registry.accept.hasPrefix("image/x-plain,"))
  }

  @Test func `a replaced decoder keeps the place of the one before`() throws {
    var registry = DecoderRegistry.standard
    let before = registry.accept
    registry.replace(.png, with: Painter(red: 9))
    #expect(registry.accept == before)
    #expect(red(try registry.decode(Data(SampleImages.png(width: 2, height: 2)), options: DecodeOptions())) == 9)
  }

  @Test func `a format that was removed is not offered and not decoded`() throws {
    var registry = DecoderRegistry.standard
    registry.remove(.png)
    #expect(!registry.accept.contains("image/png"))
    #expect(throws: LoadError(.unsupportedFormat(.png), "No decoder is registered for PNG.")) {
      try registry.decode(Data(SampleImages.png(width: 2, height: 2)), options: DecodeOptions())
    }
    #expect(LoadError.unsupported(.jp2).message == "This build does not decode JP2.")
  }

  @Test func `a bitmap of another decoder that is over the budget is refused`() throws {
    struct Large: ImageDecoder {
      func decode(_ data: Data, options: DecodeOptions) throws(LoadError) -> Bitmap {
        try Bitmap(size: PixelSize(width: 640, height: 480)) { _ in }
      }
    }
    var registry = DecoderRegistry()
    registry.add(Large(), for: plain, signatures: [ImageSignature("PLAIN")])
    var options = DecodeOptions()
    #expect(try registry.decode(file, options: options).width == 640)
    options.budget.maximumMemory = .megabytes(1)
    let refused = #expect(throws: LoadError.self) { try registry.decode(file, options: options) }
    #expect(refused?.code == .tooManyPixels)
  }

  @Test func `the signature that was added first wins, and last goes behind`() {
    var registry = DecoderRegistry()
    registry.add(Painter(red: 1), for: plain, signatures: [ImageSignature("PLAIN")])
    registry.add(Painter(red: 2), for: ImageFormat(name: "other"), signatures: [ImageSignature("PL")], at: .first)
    #expect(registry.format(of: file)?.name == "other")
    registry.add(Painter(red: 2), for: ImageFormat(name: "other"), signatures: [ImageSignature("PL")], at: .last)
    #expect(registry.format(of: file) == plain)
  }

  @Test(arguments: [
    ImageSignature([UInt8]()), ImageSignature("PLAIN file and more"), ImageSignature("PLAIN", at: 6),
    ImageSignature("PLAIN", at: .max), ImageSignature("plain"),
  ])
  func `a signature that is not whole at its place matches nothing`(signature: ImageSignature) {
    #expect(!signature.matches(file))
  }

  @Test func `a signature is found in a slice of data, too`() {
    let slice = Data("xxPLAIN".utf8).dropFirst(2)
    #expect(ImageSignature("PLAIN").matches(slice))
  }

  @Test func `a pipeline decodes what its registry knows and refuses the rest as no image`() async throws {
    var configuration = ImagePipeline.Configuration.ephemeral()
    let plainly = ImageRequest(data: file, id: "plain")
    let refusing = ImagePipeline(configuration: configuration)
    await #expect(throws: LoadError.self) { try await refusing.image(for: plainly) }
    configuration.decoders.add(Painter(red: 3), for: plain, signatures: [ImageSignature("PLAIN")])
    let pipeline = ImagePipeline(configuration: configuration)
    #expect(red(try await pipeline.image(for: plainly).image) == 3)
  }
}
