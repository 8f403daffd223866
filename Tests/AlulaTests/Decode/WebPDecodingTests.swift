import Testing

@testable import Alula

@Suite struct WebPDecodingTests {
  @Test(arguments: [96, 48, 12.0]) func `what is all but clear does not bleed into a lossy thumbnail`(_ side: Double)
    throws
  {
    // Stripes of opaque red and of green that is one step from clear.
    let picture = try Bitmap.made(192, 192) { x, _ in x / 6 % 2 == 0 ? [255, 0, 0, 255] : [0, 1, 0, 1] }
    let file = try ImageEncoder(format: .webp, quality: 1).encode(picture)
    let thumbnail = try DefaultImageDecoder().decode(file, target: .pixels(side, side))
    func average(_ channel: Int) -> Int {
      stride(from: channel, to: thumbnail.bytes.count, by: 4).reduce(0) { $0 + Int(thumbnail.bytes[$1]) }
        / (thumbnail.width * thumbnail.height)
    }
    #expect(average(3) > 120 && average(0) > 110 && average(1) < 10)
  }

  @Test func `a lossy picture with alpha that has no room at full size is still shown small`() throws {
    let file = try EncodedSamples.webp(width: 400, height: 300)
    var options = DecodeOptions(target: .pixels(40, 30))
    options.budget.maximumMemory = .kilobytes(450)
    #expect(try DefaultImageDecoder().decode(file, options: options).width == 40)
  }
}
