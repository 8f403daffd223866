import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// What a request may demand of caches.
@Suite struct CachePolicyTests {
  @Test func `a fresh picture comes from disk after a restart, without a request`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=3600")
    let request = try bench.request("/a.png")
    #expect(try await bench.restart().image(for: request).source == .network)
    bench.pass(.seconds(1800))
    let again = try await bench.restart().image(for: request)
    #expect(again.source == .disk)
    #expect(again.cacheReport?.decision == .fresh)
    #expect(again.image.width == 8)
    #expect(bench.server.counters.requests == 1)
  }

  @Test func `a stale picture is validated, and a 304 delivers the stored picture`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=60")
    let request = try bench.request("/a.png")
    _ = try await bench.restart().image(for: request)
    bench.pass(.seconds(61))
    let pipeline = bench.restart()
    let again = try await pipeline.image(for: request)
    #expect(again.source == .disk)
    #expect(again.cacheReport?.decision == .revalidated)
    #expect(bench.conditional("/a.png") == 1)
    // The 304 made it fresh again, on disk too.
    bench.pass(.seconds(59))
    #expect(try await bench.restart().image(for: request).cacheReport?.decision == .fresh)
    #expect(bench.server.counters.requests == 2)
  }

  @Test func `a 304 never decodes again: the picture in memory stays`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=60")
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    bench.pass(.seconds(61))
    #expect(pipeline.cachedImage(for: request) == nil)
    #expect(try await pipeline.image(for: request).cacheReport?.decision == .revalidated)
    #expect(bench.decodes.count == 1)
    #expect(pipeline.cachedImage(for: request) != nil)
    #expect(bench.conditional("/a.png") == 1)
  }

  @Test func `a changed picture replaces the old one at every size`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", width: 8, etag: "\"v1\"", "max-age=60")
    let pipeline = bench.restart()
    let (whole, small) = (try bench.request("/a.png"), try bench.request("/a.png", size: .pixels(4, 4)))
    _ = try await pipeline.image(for: whole)
    _ = try await pipeline.image(for: small)
    bench.serve("/a.png", width: 16, etag: "\"v2\"", "max-age=60")
    bench.pass(.seconds(61))
    #expect(try await pipeline.image(for: whole).image.width == 16)
    #expect(try await pipeline.image(for: small).image.size == PixelSize(width: 4, height: 2))
    #expect(bench.server.counters.requests == 2)
  }

  @Test func `twenty loads of one stale URL make one conditional request`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=60")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: bench.request("/a.png"))
    bench.pass(.seconds(61))
    bench.server.hold("/a.png")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<20 {
        let request = try bench.request("/a.png", size: index < 10 ? nil : .pixels(Double(index), 8))
        group.addTask { _ = try await pipeline.image(for: request) }
      }
      await bench.server.requests(reaching: 2)
      bench.server.release("/a.png")
      try await group.waitForAll()
    }
    #expect(bench.server.counters.requests == 2)
    #expect(bench.conditional("/a.png") == 1)
  }

  @Test func `reload asks the server although the picture is fresh, and replaces what is stored`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", width: 8, "max-age=3600")
    var request = try bench.request("/a.png")
    _ = try await bench.restart().image(for: request)
    bench.serve("/a.png", width: 9, "max-age=3600")
    request.cachePolicy = .reload
    #expect(try await bench.restart().image(for: request).image.width == 9)
    #expect(bench.conditional("/a.png") == 0)
    request.cachePolicy = .followHTTP
    #expect(try await bench.restart().image(for: request).image.width == 9)
    #expect(bench.server.counters.requests == 2)
  }

  @Test func `revalidate asks although the picture is fresh, unless it is immutable`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=3600")
    bench.serve("/b.png", "max-age=3600, immutable")
    for target in ["/a.png", "/b.png"] {
      var request = try bench.request(target)
      let pipeline = bench.restart()
      _ = try await pipeline.image(for: request)
      request.cachePolicy = .revalidate
      _ = try await pipeline.image(for: request)
    }
    #expect(bench.conditional("/a.png") == 1)
    #expect(bench.server.counters(for: "/b.png").requests == 1)
    #expect(bench.decodes.count == 2)
  }

  @Test func `prefer-cache and only-cached take a stored picture of any age`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=60")
    var request = try bench.request("/a.png")
    _ = try await bench.restart().image(for: request)
    bench.pass(.seconds(100 * 24 * 3600))
    for policy in [ImageRequest.CachePolicy.preferCache, .onlyCached] {
      request.cachePolicy = policy
      let response = try await bench.restart().image(for: request)
      #expect(response.source == .disk)
      #expect(response.isStale)
    }
    #expect(bench.server.counters.requests == 1)
  }

  @Test func `prefer-cache asks the server for what is not stored, only-cached does not`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=60")
    var request = try bench.request("/a.png")
    request.cachePolicy = .onlyCached
    let pipeline = bench.restart()
    await #expect { try await pipeline.image(for: request) } throws: { ($0 as? LoadError)?.code == .notCached }
    await #expect { try await pipeline.data(for: request) } throws: { ($0 as? LoadError)?.code == .notCached }
    #expect(bench.server.counters.requests == 0)
    request.cachePolicy = .preferCache
    #expect(try await pipeline.image(for: request).source == .network)
  }

  @Test func `no-store reads nothing and keeps nothing`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=60")
    var request = try bench.request("/a.png")
    request.cachePolicy = .noStore
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    request.cachePolicy = .followHTTP
    #expect(pipeline.cachedImage(for: request) == nil)
    _ = try await pipeline.image(for: request)
    request.cachePolicy = .noStore
    _ = try await pipeline.image(for: request)
    #expect(bench.server.counters.requests == 3)
  }

  @Test func `a response that must not be stored is kept neither in memory nor on disk`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "no-store")
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    #expect(pipeline.cachedImage(for: request) == nil)
    _ = try await pipeline.image(for: request)
    #expect(bench.server.counters.requests == 2)
    #expect(bench.conditional("/a.png") == 0)
  }

  @Test(arguments: [
    (ImageRequest.LayerAccess.readWrite, ImageRequest.LayerAccess.none), (.none, .readWrite), (.readOnly, .writeOnly),
    (.writeOnly, .readOnly), (.none, .none),
  ])
  func `each layer is read and written as the request says`(
    memory: ImageRequest.LayerAccess, disk: ImageRequest.LayerAccess
  ) async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=60")
    var request = try bench.request("/a.png")
    (request.memoryAccess, request.diskAccess) = (memory, disk)
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    let plain = try bench.request("/a.png")
    #expect((pipeline.cachedImage(for: plain) != nil) == memory.writes)
    var stored = plain
    stored.cachePolicy = .onlyCached
    #expect(((try? await bench.restart().image(for: stored)) != nil) == disk.writes)
    // Now both hold it.
    var both = plain
    both.cachePolicy = .reload
    _ = try await pipeline.image(for: both)
    let before = bench.server.counters.requests
    let source = try await pipeline.image(for: request).source
    #expect(source == (memory.reads ? .memory : disk.reads ? .disk : .network))
    #expect(bench.server.counters.requests == (source == .network ? before + 1 : before))
  }

  @Test func `a fixed lifetime stands in for what the server says`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", etag: nil, "no-cache, max-age=0, must-revalidate")
    let request = try bench.request("/a.png")
    let configure = { (configuration: inout ImagePipeline.Configuration) in
      configuration.freshness.fixedLifetime = .seconds(3600)
    }
    _ = try await bench.restart(configure).image(for: request)
    bench.pass(.seconds(3599))
    #expect(try await bench.restart(configure).image(for: request).source == .disk)
    bench.pass(.seconds(2))
    #expect(try await bench.restart(configure).image(for: request).source == .network)
  }

  @Test func `where the server says nothing, memory answers for five minutes and disk is validated`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", nil)
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    bench.pass(.seconds(299))
    #expect(try await pipeline.image(for: request).source == .memory)
    bench.pass(.seconds(2))
    #expect(try await pipeline.image(for: request).cacheReport?.decision == .revalidated)
    #expect(bench.decodes.count == 1)
    #expect(bench.conditional("/a.png") == 1)
  }
}
