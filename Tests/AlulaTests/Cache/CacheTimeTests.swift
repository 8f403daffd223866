import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// Clocks that somebody sets, ages that others count.
@Suite struct CacheTimeTests {
  @Test func `F18: a response is as old as its Age field says`() async throws {
    let bench = try CacheBench()
    bench.server.on(
      "/a.png",
      LoopbackResponse(
        200, headers: ["Content-Type": "image/png", "Cache-Control": "max-age=3600", "Age": "3500", "ETag": "\"v\""],
        body: .bytes(SampleImages.png(width: 8, height: 8))))
    let request = try bench.request("/a.png")
    _ = try await bench.restart().image(for: request)
    bench.pass(.seconds(99))
    #expect(try await bench.restart().image(for: request).cacheReport?.decision == .fresh)
    bench.pass(.seconds(2))
    _ = try await bench.restart().image(for: request)
    #expect(bench.conditional("/a.png") == 1)
  }

  @Test func `F18: metadata of another layout is a miss, and its entry goes`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=3600")
    let request = try bench.request("/a.png")
    let store = DiskStore(directory: bench.folder.url)
    let key = CachePlace.key(try #require(URL(string: bench.server.url("/a.png"))).absoluteString, .shared)
    let writer = try #require(store.makeWriter(for: key, variant: "", partition: "", label: "x"))
    writer.append(Data("GET\n200\nOld-Layout: yes\n".utf8))
    #expect(writer.commit(metadata: Array("okhttp 1\n200 OK\n".utf8)) != nil)
    #expect(try await bench.restart().image(for: request).source == .network)
    #expect(store.entries(for: key).count == 1)
  }

  @Test(arguments: [true, false])
  func `a clock that is set back makes nothing fresh for longer, and wipes nothing`(isRunning: Bool) async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=3600")
    let request = try bench.request("/a.png")
    var pipeline = bench.restart { $0.memoryCache = MemoryCache(costLimit: .zero, trimsOnPressure: false) }
    _ = try await pipeline.image(for: request)
    bench.pass(.seconds(3000))
    _ = try await pipeline.image(for: request)
    bench.setClock(by: .seconds(-2900))
    if !isRunning { pipeline = bench.restart() }
    // By the clock the response is 100 s old; in truth nobody knows.
    #expect(try await pipeline.image(for: request).cacheReport?.decision == .revalidated)
    #expect(bench.server.counters.requests == 2)
    // Validated, it is known again.
    #expect(try await bench.restart().image(for: request).cacheReport?.decision == .fresh)
    #expect(bench.server.counters.requests == 2)
  }

  @Test func `a clock that is set forward makes entries older, never fresher`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=3600")
    let request = try bench.request("/a.png")
    _ = try await bench.restart().image(for: request)
    bench.setClock(by: .seconds(10 * 365 * 24 * 3600))
    #expect(try await bench.restart().image(for: request).cacheReport?.decision == .revalidated)
    // And back: what was stored in the wrong year is validated once, not kept fresh for ten years.
    bench.setClock(by: .seconds(-10 * 365 * 24 * 3600))
    #expect(try await bench.restart().image(for: request).cacheReport?.decision == .revalidated)
    #expect(try await bench.restart().image(for: request).cacheReport?.decision == .fresh)
    #expect(bench.server.counters.requests == 3)
  }

  @Test func `memory does not look at the clock that people set`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=3600")
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    bench.pass(.seconds(3000))
    bench.setClock(by: .seconds(-3000))
    #expect(pipeline.cachedImage(for: request) != nil)
    bench.pass(.seconds(601))
    #expect(pipeline.cachedImage(for: request) == nil)
  }

  @Test func `the watch survives its encoding`() {
    var watch = ClockWatch()
    _ = watch.observe(wall: Date(timeIntervalSince1970: 1000), steady: .zero)
    let isSetBack = watch.observe(wall: Date(timeIntervalSince1970: 900), steady: .seconds(1))
    #expect(isSetBack)
    let read = ClockWatch(encoded: watch.encoded)
    #expect(read?.era == 1)
    #expect(read?.latest == Date(timeIntervalSince1970: 900))
    #expect(ClockWatch(encoded: [1, 2, 3]) == nil)
  }

  @Test func `small differences of the clock are no settings`() {
    var watch = ClockWatch()
    for second in 0..<100 {
      let drift = second.isMultiple(of: 2) ? 0.9 : -0.9
      let wall = Date(timeIntervalSince1970: 1000 + Double(second) + drift)
      let isSetBack = watch.observe(wall: wall, steady: .seconds(second))
      #expect(!isSetBack)
    }
  }
}
