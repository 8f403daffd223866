import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// What is forgotten while it loads does not come back, at whatever step the load is.
@Suite struct ForgettingRaceTests {
  enum Forgetting: CaseIterable { case purge, invalidate, removeAll }

  private let bench: CacheBench
  private let me = CachePartition("me")

  init() throws { bench = try CacheBench() }

  private func request(_ target: String, size: TargetSize? = nil) throws -> ImageRequest {
    var request = try bench.request(target, size: size)
    request.partition = me
    return request
  }

  private func forget(_ forgetting: Forgetting, _ request: ImageRequest, _ pipeline: ImagePipeline) async {
    switch forgetting {
    case .purge: await pipeline.purge(me)
    case .invalidate: await pipeline.invalidate(request)
    case .removeAll: await pipeline.removeAll()
    }
  }

  private func entries() async -> Int { await DiskStore(directory: bench.folder.url).statistics().count }

  @Test(arguments: Forgetting.allCases)
  func `a picture that is forgotten while its redirect is on its way is not kept`(forgetting: Forgetting) async throws {
    bench.serve("/b.png", "max-age=3600")
    bench.server.on("/a.png", LoopbackResponse(301, headers: ["Location": "/b.png", "Cache-Control": "max-age=3600"]))
    let request = try request("/a.png")
    let pipeline = bench.restart()
    bench.server.hold("/a.png")
    let task = pipeline.task(for: request)
    await bench.server.requests(reaching: 1)
    await forget(forgetting, request, pipeline)
    bench.server.release("/a.png")
    #expect(try await task.response.image.width == 8)
    #expect(await entries() == 0)
    #expect(pipeline.cachedImage(for: request) == nil)
  }

  @Test(arguments: Forgetting.allCases)
  func `a load that has only just begun is forgotten too`(forgetting: Forgetting) async throws {
    let pipeline = bench.restart()
    var tasks: [ImageTask] = []
    bench.server.hold(prefix: "/")
    for index in 0..<20 {
      bench.serve("/\(index).png", "max-age=3600")
      let request = try request("/\(index).png")
      tasks.append(pipeline.task(for: request))
      await forget(forgetting, request, pipeline)
    }
    bench.server.release(prefix: "/")
    for task in tasks { _ = try await task.response }
    #expect(await entries() == 0)
  }

  @Test(arguments: Forgetting.allCases)
  func `a picture that is forgotten while it is decoded leaves no variant`(forgetting: Forgetting) async throws {
    bench.serve("/a.png", width: 400, "max-age=3600")
    let request = try request("/a.png", size: .pixels(40, 40))
    let decoder = HeldDecoder()
    let pipeline = bench.restart {
      $0.diskVariants = .lossless
      $0.decoders = DecoderRegistry(everyFormatBy: decoder)
    }
    let task = pipeline.task(for: request)
    await decoder.untilStarted()
    await forget(forgetting, request, pipeline)
    decoder.release()
    _ = try await task.response
    let variants = try #require(pipeline.variants)
    await variants.worker.finish {}
    await variants.shelf.forget(where: { _ in false }) { _ in }
    #expect(await entries() == 0)
  }

  @Test(arguments: Forgetting.allCases)
  func `a forgotten picture leaves no variant`(forgetting: Forgetting) async throws {
    bench.serve("/a.png", width: 400, "max-age=3600")
    let request = try request("/a.png", size: .pixels(40, 40))
    let pipeline = bench.restart { $0.diskVariants = .lossless }
    _ = try await pipeline.image(for: request)
    let variants = try #require(pipeline.variants)
    await variants.worker.finish {}
    await variants.shelf.forget(where: { _ in false }) { _ in }
    #expect(await entries() == 2)
    await forget(forgetting, request, pipeline)
    #expect(await entries() == 0)
  }

  @Test func `bytes that come after their partition was purged do not touch the disk`() async throws {
    let picture = SampleImages.png(width: 640, height: 480)
    #expect(picture.count > 3 * Intake.pieceSize)
    let (first, second) = (Latch(), Latch())
    var response = LoopbackResponse(
      200, headers: ["Content-Type": "image/png", "Cache-Control": "max-age=3600"], body: .bytes(picture))
    response.bodyLatches = [20_000: first, 3 * Intake.pieceSize: second]
    bench.server.on("/a.png", response)
    let request = try request("/a.png")
    let pipeline = bench.restart()
    let task = pipeline.task(for: request)
    for await event in task.events { if case .progress = event { break } }
    await pipeline.purge(me)
    first.open()
    for await event in task.events {
      if case .progress(let progress) = event, progress.received.bytes >= 2 * Intake.pieceSize { break }
    }
    await pipeline.web.cache.shelf?.forget(where: { _ in false }) { _ in }
    let files = FileManager.default.enumerator(atPath: bench.folder.url.path)?.allObjects as? [String] ?? []
    let sizes = files.compactMap { name in
      try? FileManager.default.attributesOfItem(atPath: bench.folder.url.path + "/" + name)[.size] as? Int
    }
    #expect(sizes.allSatisfy { $0 < Intake.pieceSize }, "\(files)")
    second.open()
    _ = try await task.response
  }
}
