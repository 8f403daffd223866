import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// What a stored response is found under, and whose it is.
@Suite struct CacheKeyTests {
  @Test func `F24: a signed URL is one download with a caller's key, and one for each text without`() async throws {
    let bench = try CacheBench()
    bench.server.on(prefix: "/a.png") { _ in
      LoopbackResponse(
        200, headers: ["Content-Type": "image/png", "Cache-Control": "max-age=3600"],
        body: .bytes(SampleImages.png(width: 8, height: 8)))
    }
    for token in 1...3 {
      var request = try bench.request("/a.png?token=\(token)")
      request.cacheKey = "a"
      _ = try await bench.restart().image(for: request)
    }
    #expect(bench.server.counters.requests == 1)
    for token in 1...3 { _ = try await bench.restart().image(for: bench.request("/a.png?token=\(token)")) }
    #expect(bench.server.counters.requests == 4)
  }

  @Test func `F24: query items that the normalizer drops do not count, and are sent all the same`() async throws {
    let bench = try CacheBench()
    bench.server.on(prefix: "/a.png") { _ in
      LoopbackResponse(
        200, headers: ["Content-Type": "image/png", "Cache-Control": "max-age=3600"],
        body: .bytes(SampleImages.png(width: 8, height: 8)))
    }
    let configure = { (configuration: inout ImagePipeline.Configuration) in
      configuration.keyNormalizer = CacheKeyNormalizer(droppingQueryItems: ["token", "expires"])
    }
    _ = try await bench.restart(configure).image(for: bench.request("/a.png?w=8&token=1&expires=5"))
    _ = try await bench.restart(configure).image(for: bench.request("/a.png?w=8&token=2"))
    #expect(bench.server.counters.requests == 1)
    #expect(bench.server.requests.first?.query == "w=8&token=1&expires=5")
    _ = try await bench.restart(configure).image(for: bench.request("/a.png?w=9&token=2"))
    #expect(bench.server.counters.requests == 2)
  }

  @Test(arguments: [
    "/57373197@300-1720981878.jpg", "/x%00y.png", "/a%2Fb.png", "/%2E%2E%2F%2E%2E%2Fetc.png",
    "/a.\(String(repeating: "x", count: 500))",
    "/\(String(repeating: "n", count: 2000)).png?q=\(String(repeating: "v", count: 500))",
  ])
  func `F20, F21, F22: a URL of any shape is stored, found after a restart, and leaves the directory alone`(
    target: String
  ) async throws {
    let bench = try CacheBench()
    bench.serve(target, "max-age=3600")
    let outside = try FileManager.default.contentsOfDirectory(atPath: bench.folder.url.deletingLastPathComponent().path)
    _ = try await bench.restart().image(for: bench.request(target))
    bench.server.stop()
    #expect(try await bench.restart().image(for: bench.request(target)).source == .disk)
    let names = FileManager.default.enumerator(atPath: bench.folder.url.path)?.allObjects as? [String] ?? []
    #expect(!names.isEmpty)
    #expect(names.allSatisfy { ($0.split(separator: "/").last ?? "").utf8.count <= 255 })
    #expect(names.allSatisfy { name in ["@", "%", "xxx", "nnn", "etc", ".png"].allSatisfy { !name.contains($0) } })
    let after = try FileManager.default.contentsOfDirectory(atPath: bench.folder.url.deletingLastPathComponent().path)
    #expect(!Set(after).subtracting(outside).contains { $0.contains("etc") })
  }

  @Test func `a response to a request with Authorization goes to disk only in a named partition`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=3600")
    var request = try bench.request("/a.png")
    request.headers["Authorization"] = "Bearer secret"
    _ = try await bench.restart().image(for: request)
    request.cachePolicy = .onlyCached
    let pipeline = bench.restart()
    await #expect { try await pipeline.image(for: request) } throws: { ($0 as? LoadError)?.code == .notCached }
    request.cachePolicy = .followHTTP
    request.partition = CachePartition("account-42")
    _ = try await bench.restart().image(for: request)
    #expect(try await bench.restart().image(for: request).source == .disk)
    #expect(bench.server.counters.requests == 2)
  }

  @Test func `purging a partition removes it from memory and disk before it returns, and nothing else`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=3600")
    let pipeline = bench.restart()
    let shared = try bench.request("/a.png")
    var mine = shared
    mine.partition = CachePartition("me")
    _ = try await pipeline.image(for: mine)
    _ = try await pipeline.image(for: shared)
    await pipeline.purge(CachePartition("me"))
    (mine.cachePolicy) = .onlyCached
    #expect(pipeline.cachedImage(for: mine) == nil)
    let restarted = bench.restart()
    await #expect { try await restarted.image(for: mine) } throws: { ($0 as? LoadError)?.code == .notCached }
    #expect(try await restarted.image(for: shared).source == .disk)
  }

  @Test func `a purge that the disk does not let happen says so`() async throws {
    let bench = try CacheBench()
    #expect(await bench.restart().purge(CachePartition("me")))
    #expect(await bench.restart { $0.diskStore = nil }.removeAll())
    let index = bench.folder.url.appending(component: "elsewhere").appending(component: "index.sqlite")
    try FileManager.default.createDirectory(at: index.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("somebody's notes".utf8).write(to: index)
    let pipeline = bench.restart { $0.diskStore = DiskStore(directory: index.deletingLastPathComponent()) }
    #expect(await !pipeline.purge(CachePartition("me")))
    #expect(await !pipeline.removeAll())
  }

  @Test func `what is on its way while its partition is purged is served and not kept`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=3600")
    let pipeline = bench.restart()
    var mine = try bench.request("/a.png")
    mine.partition = CachePartition("me")
    bench.server.hold("/a.png")
    let task = pipeline.task(for: mine)
    await bench.server.requests(reaching: 1)
    await pipeline.purge(CachePartition("me"))
    bench.server.release("/a.png")
    #expect(try await task.response.image.width == 8)
    mine.cachePolicy = .onlyCached
    #expect(pipeline.cachedImage(for: mine) == nil)
    let restarted = bench.restart()
    await #expect { try await restarted.image(for: mine) } throws: { ($0 as? LoadError)?.code == .notCached }
  }

  @Test func `invalidating a picture removes it and the redirects that lead to it from disk`() async throws {
    let bench = try CacheBench()
    bench.serve("/b.png", "max-age=3600")
    bench.server.on(
      "/a.png", LoopbackResponse(301, headers: ["Location": "/b.png", "Cache-Control": "max-age=3600"]))
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    _ = try await bench.restart().image(for: request)
    #expect(bench.server.counters.requests == 2)
    await pipeline.invalidate(request)
    #expect(try await pipeline.image(for: request).source == .network)
    #expect(bench.server.counters.requests == 4)
  }

  @Test func `variants that a response varies with are kept side by side`() async throws {
    let bench = try CacheBench()
    bench.server.on("/a.png") { request in
      let isWide = request.headers["Accept"]?.contains("wide") ?? false
      return LoopbackResponse(
        200, headers: ["Content-Type": "image/png", "Cache-Control": "max-age=3600", "Vary": "Accept"],
        body: .bytes(SampleImages.png(width: isWide ? 16 : 8, height: 8)))
    }
    for _ in 0..<3 {
      for (accept, width) in [("image/wide", 16), ("image/narrow", 8)] {
        var request = try bench.request("/a.png")
        request.headers["Accept"] = accept
        #expect(try await bench.restart().image(for: request).image.width == width)
      }
    }
    #expect(bench.server.counters.requests == 2)
  }
}
