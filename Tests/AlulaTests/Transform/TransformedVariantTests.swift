import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// Processed pictures kept on disk.
@Suite struct TransformedVariantTests {
  /// A green disc, half clear at its rim, on magenta that nobody can see.
  private static let hiddenMagenta: [UInt8] = {
    let rows = (0..<120).map { y in
      (0..<120).flatMap { x -> [UInt8] in
        let distance = (Double(x) - 59.5) * (Double(x) - 59.5) + (Double(y) - 59.5) * (Double(y) - 59.5)
        return distance < 40 * 40 ? [0, 200, 0, 255] : distance < 50 * 50 ? [0, 200, 0, 120] : [255, 0, 255, 0]
      }
    }
    return Array(PNGBuilder(width: 120, height: 120, colorType: 6).file(rows: rows))
  }()

  private func serve(_ bench: CacheBench) {
    bench.server.on(
      "/a.png",
      LoopbackResource(
        .bytes(Self.hiddenMagenta), type: "image/png", etag: "\"v1\"", headers: ["Cache-Control": "max-age=3600"]))
  }

  /// Fault case F49.
  @Test(arguments: [DiskVariants.lossless, .lossy(quality: 0.85)])
  func `a processed picture keeps its alpha over a restart, and hidden colours do not bleed`(variants: DiskVariants)
    async throws
  {
    let bench = try CacheBench()
    serve(bench)
    var request = try bench.request("/a.png")
    request.transforms = [.resize(.pixels(48, 48))]
    let first = bench.restart { $0.diskVariants = variants }
    let image = try await first.image(for: request).image
    try await bench.untilVariantsAreWritten(first)
    let decoder = SizeCounter()
    let second = bench.restart {
      $0.diskVariants = variants
      $0.decoders = DecoderRegistry(everyFormatBy: decoder)
    }
    let again = try await second.image(for: request).image
    #expect(decoder.sizes != [Self.hiddenMagenta.count], "it is not made of the original again")
    for bitmap in [image, again] {
      #expect(bitmap.size == PixelSize(width: 48, height: 48))
      #expect(bitmap.isPremultiplied)
      #expect(bitmap.pixel(0, 0) == [0, 0, 0, 0])
      #expect(isClose(bitmap.pixel(24, 24), [0, 200, 0, 255], 4))
      // The rim is half clear: 200 × 120 ÷ 255.
      #expect(isClose(bitmap.pixel(24, 6), [0, 94, 0, 120], 8))
      let bytes = bitmap.bytes
      for pixel in stride(from: 0, to: bytes.count, by: 4) { #expect(bytes[pixel] <= 12 && bytes[pixel + 2] <= 12) }
    }
    if variants == .lossless { #expect(again.bytes == image.bytes) }
  }

  @Test func `each list of transforms has a variant of its own, also without a size`() async throws {
    let bench = try CacheBench()
    serve(bench)
    let lists: [[AnyImageTransform]] = [
      [.monochrome()], [.monochrome(), .circle()], [.circle(), .monochrome()], [.blur(radius: 2)],
      [.custom(id: "a\n8 custom b") { $0 }], [.custom(id: "a") { $0 }, .custom(id: "b") { $0 }],
    ]
    let first = bench.restart { $0.diskVariants = .lossless }
    var images: [[UInt8]] = []
    for list in lists {
      var request = try bench.request("/a.png")
      request.transforms = list
      images.append(try await first.image(for: request).image.bytes)
      try await bench.untilVariantsAreWritten(first)
    }
    // The answer and its variants.
    #expect(await DiskStore(directory: bench.folder.url).statistics().count == 1 + lists.count)
    let second = bench.restart { $0.diskVariants = .lossless }
    for (list, image) in zip(lists, images) {
      var request = try bench.request("/a.png")
      request.transforms = list
      #expect(try await second.image(for: request).image.bytes == image)
    }
  }

  @Test func `a variant is not transformed again`() async throws {
    let bench = try CacheBench()
    serve(bench)
    let runs = Locked(0)
    var request = try bench.request("/a.png", size: .pixels(30, 30))
    request.transforms = [
      .custom(id: "counted") { bitmap in
        runs.withLock { $0 += 1 }
        return bitmap
      }, .crop(width: 20, height: 20),
    ]
    let first = bench.restart { $0.diskVariants = .lossless }
    _ = try await first.image(for: request)
    try await bench.untilVariantsAreWritten(first)
    let again = try await bench.restart { $0.diskVariants = .lossless }.image(for: request)
    #expect(runs.withLock { $0 } == 1)
    #expect(again.image.width == 20)
  }
}
