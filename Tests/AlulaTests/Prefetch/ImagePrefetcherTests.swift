import AlulaTesting
import Foundation
import Testing

@testable import Alula

@Suite struct ImagePrefetcherTests {
  private let bench: LoadingBench
  private let prefetcher: ImagePrefetcher

  init() throws {
    bench = try LoadingBench()
    bench.server.on(prefix: "/") { _ in LoadingBench.pictureResponse }
    prefetcher = ImagePrefetcher(pipeline: bench.pipeline)
  }

  private func requests(_ names: some Sequence<Int>) throws -> [ImageRequest] {
    try names.map { try bench.request("/\($0).png") }
  }

  @Test func `what was fetched ahead is in memory`() async throws {
    let wanted = try requests(0..<5)
    prefetcher.start(wanted)
    await prefetcher.finish()
    for request in wanted { #expect(bench.pipeline.cachedImage(for: request)?.source == .memory) }
    #expect(bench.server.counters.requests == 5)
  }

  // Fault case F36.
  @Test func `of a thousand with doubles and cached ones each is handled once, and the counts add up`() async throws {
    let cached = try requests(0..<100)
    for request in cached { _ = try await bench.pipeline.image(for: request) }
    let before = bench.server.counters.requests
    // 600 different ones, 100 of which are in memory; 399 doubles; one that is no URL.
    let list = try requests(0..<600) + requests(100..<499) + [ImageRequest(url: URL(filePath: "/nowhere/at/all.png"))]
    prefetcher.isPaused = true
    prefetcher.start(list)
    prefetcher.isPaused = false
    await prefetcher.finish()
    let counts = prefetcher.counts
    #expect(counts.asked == 1000)
    #expect(counts.cached == 100 && counts.duplicates == 399 && counts.failed == 1 && counts.loaded == 500)
    #expect(counts.stopped == 0 && counts.waiting == 0 && counts.loading == 0)
    #expect(bench.server.counters.requests - before == 500)
    for name in 100..<600 { #expect(bench.server.counters(for: "/\(name).png").requests == 1) }
  }

  @Test func `at most so many load at once, and the visible have the other places`() async throws {
    bench.server.hold(prefix: "/")
    prefetcher.start(try requests(0..<50))
    await bench.server.until(.requests(2))
    let visible = bench.pipeline.task(for: try bench.request("/visible.png"))
    await bench.server.until(.requests(1, to: "/visible.png"))
    #expect(bench.server.counters.requests == 3)
    #expect(prefetcher.counts.loading == 2 && prefetcher.counts.waiting == 48)
    bench.server.releaseAll()
    _ = try await visible.response
    await prefetcher.finish()
    #expect(bench.server.counters(prefix: "/").maximumRequestsAtOnce <= 3)
  }

  @Test func `while it is paused nothing begins`() async throws {
    prefetcher.isPaused = true
    prefetcher.start(try requests(0..<3))
    #expect(prefetcher.counts.loading == 0 && prefetcher.counts.waiting == 3)
    _ = try await bench.image("/visible.png")
    #expect(bench.server.counters.requests == 1)
    prefetcher.isPaused = false
    await prefetcher.finish()
    #expect(prefetcher.counts.loaded == 3)
  }

  @Test func `what is stopped is not asked for, or its socket is closed`() async throws {
    bench.server.hold(prefix: "/")
    let wanted = try requests(0..<6)
    prefetcher.start(wanted)
    await bench.server.until(.requests(2))
    // One runs, two wait.
    prefetcher.stop([wanted[0], wanted[2], wanted[3]])
    await bench.server.until(.clientCloses(1))
    bench.server.releaseAll()
    await prefetcher.finish()
    #expect(prefetcher.counts.stopped == 3 && prefetcher.counts.loaded == 3)
    #expect(Set(bench.server.requests.map(\.target)) == ["/0.png", "/1.png", "/4.png", "/5.png"])
  }

  @Test func `what a view waits for goes on when it is stopped here`() async throws {
    bench.server.hold("/0.png")
    prefetcher.start(try requests([0]))
    await bench.server.until(.requests(1))
    let task = bench.pipeline.task(for: try bench.request("/0.png"))
    prefetcher.stop()
    bench.server.releaseAll()
    #expect(try await task.response.source == .network)
    #expect(bench.server.counters.requests == 1 && bench.server.counters.clientClosedEarly == 0)
    #expect(prefetcher.counts.stopped == 1)
  }

  @Test func `a prefetcher that is gone takes back what it asked for`() async throws {
    bench.server.hold(prefix: "/")
    do {
      let other = ImagePrefetcher(pipeline: bench.pipeline)
      other.start(try requests(0..<9))
      await bench.server.until(.requests(2))
    }
    #expect(await bench.server.until(.clientCloses(2)))
    #expect(bench.server.counters.requests == 2)
  }

  @Test func `one that is stopped may be asked for again`() async throws {
    prefetcher.isPaused = true
    let wanted = try requests(0..<3)
    prefetcher.start(wanted)
    prefetcher.stop([wanted[0]])
    prefetcher.start([wanted[0]])
    prefetcher.isPaused = false
    await prefetcher.finish()
    #expect(prefetcher.counts.loaded == 3 && prefetcher.counts.stopped == 1 && prefetcher.counts.asked == 4)
    #expect(bench.server.requests.map(\.target).last == "/0.png")
  }

  @Test func `a failure is counted, and the rest goes on`() async throws {
    bench.server.on("/1.png", .status(404))
    prefetcher.start(try requests(0..<3))
    await prefetcher.finish()
    #expect(prefetcher.counts.failed == 1 && prefetcher.counts.loaded == 2)
    // It is no reason to fail for who asks afterwards.
    bench.server.on("/1.png", LoadingBench.pictureResponse)
    #expect(await bench.failure("/1.png") == nil)
  }

  @Test func `waiting for the end ends when the waiting task is cancelled`() async throws {
    bench.server.hold(prefix: "/")
    prefetcher.start(try requests(0..<3))
    await bench.server.until(.requests(2))
    let waiting = Task { [prefetcher] in await prefetcher.finish() }
    waiting.cancel()
    await waiting.value
    #expect(prefetcher.counts.loading == 2)
    bench.server.releaseAll()
  }

  // MARK: What it was good for

  @Test func `what nobody asks for is counted as waste, with its bytes`() async throws {
    let wanted = try requests(0..<5)
    prefetcher.start(wanted)
    await prefetcher.finish()
    let size = LoadingBench.picture.count
    #expect(bench.pipeline.prefetchStatistics.unused == 5)
    #expect(bench.pipeline.prefetchStatistics.unusedBytes == ByteCount(5 * size))
    _ = bench.pipeline.cachedImage(for: wanted[0])
    _ = try await bench.pipeline.image(for: wanted[1])
    // At another size: the bytes were wanted.
    _ = try await bench.image("/2.png", size: .pixels(4, 4))
    _ = try await bench.pipeline.data(for: wanted[3])
    _ = try await bench.pipeline.image(for: wanted[1])
    let found = bench.pipeline.prefetchStatistics
    #expect(found.fetched == 5 && found.used == 4 && found.unused == 1)
    #expect(found.unusedBytes == ByteCount(size))
  }

  @Test func `what is asked for while it comes is no waste, and what was there already was not fetched`() async throws {
    _ = try await bench.image("/1.png")
    bench.server.hold("/0.png")
    prefetcher.start(try requests(0..<2))
    await bench.server.until(.requests(1, to: "/0.png"))
    let task = bench.pipeline.task(for: try bench.request("/0.png"))
    bench.server.releaseAll()
    _ = try await task.response
    await prefetcher.finish()
    let found = bench.pipeline.prefetchStatistics
    #expect(found.fetched == 1 && found.used == 1)
  }
}
