import AlulaTesting
import Testing

@testable import Alula

@Suite struct PrefetchDiskTests {
  private let bench: CacheBench

  init() throws { bench = try CacheBench() }

  @Test func `to the disk means the bytes, and nothing is decoded`() async throws {
    let pipeline = bench.restart()
    let requests = try (0..<3).map { number in
      bench.serve("/\(number).png", "max-age=600")
      return try bench.request("/\(number).png")
    }
    let prefetcher = ImagePrefetcher(pipeline: pipeline, destination: .disk)
    prefetcher.start(requests)
    await prefetcher.finish()
    #expect(bench.decodes.count == 0)
    #expect(pipeline.memoryCache.statistics.count == 0)
    #expect(prefetcher.counts.loaded == 3)
    #expect(try await pipeline.image(for: requests[0]).source == .disk)
    #expect(bench.server.counters.requests == 3)
    // A second time everything is there.
    prefetcher.start(requests)
    await prefetcher.finish()
    #expect(prefetcher.counts.cached == 3)
    #expect(bench.server.counters.requests == 3)
  }

  @Test func `from the disk into memory costs no bytes over the network`() async throws {
    bench.serve("/a.png", "max-age=600")
    let request = try bench.request("/a.png")
    _ = try await bench.restart().image(for: request)
    let pipeline = bench.restart()
    let prefetcher = ImagePrefetcher(pipeline: pipeline)
    prefetcher.start([request])
    await prefetcher.finish()
    #expect(prefetcher.counts.loaded == 1)
    #expect(pipeline.prefetchStatistics.fetched == 1 && pipeline.prefetchStatistics.fetchedBytes == .zero)
    #expect(pipeline.cachedImage(for: request) != nil)
    #expect(bench.server.counters.requests == 1)
  }

  @Test func `a stale picture in memory is asked for again`() async throws {
    bench.serve("/a.png", "max-age=10")
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    bench.pass(.seconds(20))
    let prefetcher = ImagePrefetcher(pipeline: pipeline)
    prefetcher.start([request])
    await prefetcher.finish()
    #expect(bench.server.counters.requests == 2)
    #expect(pipeline.cachedImage(for: request) != nil)
  }
}
