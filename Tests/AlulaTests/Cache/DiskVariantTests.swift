import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// Pictures kept on disk at the size they were decoded to.
@Suite struct DiskVariantTests {
  private func pixels(_ image: Bitmap) -> [UInt8] { image.withUnsafeBytes { Array($0) } }

  @Test(arguments: [DiskVariants.off, .lossless, .lossy(quality: 0.9)])
  func `a picture is decoded from its variant after a restart, when that is asked for`(variants: DiskVariants)
    async throws
  {
    let bench = try CacheBench()
    bench.serve("/a.png", width: 400, "max-age=3600")
    let request = try bench.request("/a.png", size: .pixels(40, 40))
    let first = bench.restart { $0.diskVariants = variants }
    let image = try await first.image(for: request).image
    if variants != .off { try await bench.untilVariantsAreWritten(first) }
    let counter = SizeCounter()
    let second = bench.restart {
      $0.diskVariants = variants
      $0.decoders = DecoderRegistry(everyFormatBy: counter)
    }
    let again = try await second.image(for: request)
    let original = SampleImages.png(width: 400, height: 8).count
    #expect((counter.sizes == [original]) == (variants == .off))
    #expect(counter.sizes.count == 1)
    #expect(again.image.size == image.size)
    #expect(again.encodedSize == ByteCount(original))
    if variants == .lossless { #expect(pixels(again.image) == pixels(image)) }
  }

  @Test func `a picture that changed never shows its old variant`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", width: 400, etag: "\"v1\"", "max-age=60")
    let request = try bench.request("/a.png", size: .pixels(40, 40))
    let first = bench.restart { $0.diskVariants = .lossless }
    _ = try await first.image(for: request)
    try await bench.untilVariantsAreWritten(first)
    bench.serve("/a.png", width: 16, etag: "\"v2\"", "max-age=60")
    bench.pass(.seconds(61))
    #expect(try await bench.restart { $0.diskVariants = .lossless }.image(for: request).image.width == 16)
  }

  @Test func `a purged partition leaves no variant`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", width: 400, "max-age=3600")
    var request = try bench.request("/a.png", size: .pixels(40, 40))
    request.partition = CachePartition("me")
    let pipeline = bench.restart { $0.diskVariants = .lossless }
    _ = try await pipeline.image(for: request)
    try await bench.untilVariantsAreWritten(pipeline)
    await pipeline.purge(CachePartition("me"))
    let store = DiskStore(directory: bench.folder.url)
    #expect(await store.statistics().count == 0)
  }
}
