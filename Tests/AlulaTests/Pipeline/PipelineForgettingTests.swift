import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// What must not come back into memory.
@Suite struct PipelineForgettingTests {
  private static let url = "http://example.org/a.png"

  private static func pipeline(_ transport: FakeTransport) -> ImagePipeline {
    ImagePipeline(
      configuration: ImagePipeline.Configuration.ephemeral(
        transport: transport, memoryCache: MemoryCache(trimsOnPressure: false)))
  }

  @Test func `a load that began before a reload does not replace the reload's picture`() async throws {
    let transport = FakeTransport()
    let old = FakeAnswer.ok(SampleImages.png(width: 1, height: 1)).held()
    transport.on(Self.url, old, .ok(SampleImages.png(width: 2, height: 2)))
    let pipeline = Self.pipeline(transport)
    let request = try ImageRequest(Self.url)
    let first = pipeline.task(for: request)
    await transport.until { $0.started == 1 }
    var again = request
    again.cachePolicy = .reload
    #expect(try await pipeline.image(for: again).image.width == 2)
    transport.release(Self.url)
    #expect(try await first.response.image.width == 1)
    #expect(pipeline.cachedImage(for: request)?.image.width == 2)
  }

  /// The width of the picture counts how often it was replaced at the server.
  @Test func `after invalidate nobody finds the picture of before, however many load at that moment`() async throws {
    let version = Locked(1)
    let pictures = (0...200).map { SampleImages.png(width: max(1, $0), height: 1) }
    let transport = FakeTransport()
    transport.onEverythingElse { _ in .ok(pictures[version.withLock { $0 }]) }
    let pipeline = Self.pipeline(transport)
    let request = try ImageRequest(Self.url)
    let isOver = Locked(false)
    let stale = await withTaskGroup(of: Int.self) { group in
      for lane in 0..<6 {
        group.addTask {
          var request = request
          if lane > 2 { request.target = .pixels(300, 300) }
          while !isOver.withLock({ $0 }) {
            let task = pipeline.task(for: request)
            if lane.isMultiple(of: 2) { task.cancel() }
            _ = try? await task.response
            await Task.yield()
          }
          return 0
        }
      }
      group.addTask {
        var stale = 0
        for number in 2...200 {
          version.withLock { $0 = number }
          await pipeline.invalidate(request)
          for _ in 0..<5 {
            if let found = pipeline.cachedImage(for: request), found.image.width < number { stale += 1 }
            await Task.yield()
          }
        }
        isOver.withLock { $0 = true }
        return stale
      }
      return await group.reduce(0, +)
    }
    #expect(stale == 0)
  }

  @Test func `a reload leaves no older picture in memory at any size, also a reload of the bytes alone`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    for isDataAlone in [false, true] {
      _ = try await bench.image("/a.png")
      let small = try bench.request("/a.png", size: .pixels(8, 8))
      _ = try await bench.pipeline.image(for: small)
      var reload = try bench.request("/a.png")
      reload.cachePolicy = .reload
      if isDataAlone {
        _ = try await bench.pipeline.data(for: reload)
      } else {
        _ = try await bench.pipeline.image(for: reload)
      }
      #expect(bench.pipeline.cachedImage(for: small) == nil)
      #expect((bench.pipeline.cachedImage(for: try bench.request("/a.png")) != nil) == !isDataAlone)
    }
  }
}
