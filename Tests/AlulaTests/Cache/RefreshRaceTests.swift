import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// Refreshes, and what happens meanwhile.
@Suite struct RefreshRaceTests {
  enum Forgetting: CaseIterable { case purge, invalidate, removeAll }

  private let bench: CacheBench

  init() throws { bench = try CacheBench() }

  private func picture(_ width: Int, _ fields: HTTPHeaders) -> LoopbackResponse {
    var headers = fields
    headers.append("Content-Type", "image/png")
    return LoopbackResponse(200, headers: headers, body: .bytes(SampleImages.png(width: width, height: 8)))
  }

  @Test(arguments: [true, false], ["", ", stale-while-revalidate=600"])
  func `one of twenty who leaves disturbs nobody and asks nothing twice`(isInMemory: Bool, more: String) async throws {
    bench.serve("/a.png", "max-age=60" + more)
    let request = try bench.request("/a.png")
    var pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    bench.pass(.seconds(100))
    if !isInMemory { pipeline = bench.restart() }
    bench.server.hold("/a.png")
    let tasks = (0..<20).map { _ in pipeline.task(for: request) }
    await bench.server.requests(reaching: 2)
    tasks[0].cancel()
    await #expect { try await tasks[0].response } throws: { ($0 as? LoadError)?.isCancelled == true }
    bench.server.release("/a.png")
    for task in tasks.dropFirst() { #expect(try await !task.response.isStale) }
    #expect(bench.server.counters.requests == 2 && bench.conditional("/a.png") == 1)
  }

  @Test(arguments: Forgetting.allCases, [true, false])
  func `what is forgotten while it is refreshed does not come back`(
    forgetting: Forgetting, isChanged: Bool
  ) async throws {
    bench.serve("/a.png", "max-age=60, stale-while-revalidate=600")
    var request = try bench.request("/a.png")
    request.partition = CachePartition("me")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    bench.pass(.seconds(100))
    if isChanged { bench.serve("/a.png", width: 16, etag: "\"v2\"", "max-age=60") }
    bench.server.hold("/a.png")
    let task = pipeline.task(for: request)
    await bench.server.requests(reaching: 2)
    switch forgetting {
    case .purge: await pipeline.purge(request.partition)
    case .invalidate: await pipeline.invalidate(request)
    case .removeAll: await pipeline.removeAll()
    }
    bench.server.release("/a.png")
    _ = try await task.response
    #expect(pipeline.cachedImage(for: request) == nil)
    #expect(await DiskStore(directory: bench.folder.url).statistics().count == 0)
    request.cachePolicy = .onlyCached
    await #expect { try await pipeline.image(for: request) } throws: { ($0 as? LoadError)?.code == .notCached }
  }

  /// Servers behind one name have clocks of their own.
  @Test(arguments: [[:], ["Vary": "Accept-Language"]] as [HTTPHeaders])
  func `a picture that its server varies by other fields now takes the place of the stored one`(
    fields: HTTPHeaders
  ) async throws {
    var old: HTTPHeaders = ["Cache-Control": "max-age=3600", "Vary": "Accept", "Date": "Fri, 15 Jan 2027 08:00:05 GMT"]
    old.append("ETag", "\"v1\"")
    var new = fields
    new.append("Cache-Control", "max-age=3600")
    new.append("Date", "Fri, 15 Jan 2027 08:00:00 GMT")
    bench.server.on("/a.png", [picture(8, old), picture(16, new)])
    var request = try bench.request("/a.png")
    _ = try await bench.restart().image(for: request)
    request.cachePolicy = .reload
    _ = try await bench.restart().image(for: request)
    request.cachePolicy = .followHTTP
    #expect(try await bench.restart().image(for: request).image.width == 16)
    #expect(await DiskStore(directory: bench.folder.url).statistics().count == 1)
  }

  @Test func `a 304 that brings another Vary renews the one entry, and what comes next takes its place`() async throws {
    var tagged: HTTPHeaders = ["Cache-Control": "max-age=60", "ETag": "\"v1\"", "Vary": "Accept"]
    let first = picture(8, tagged)
    tagged["Vary"] = "Accept, Accept-Language"
    let unchanged = LoopbackResponse(304, headers: tagged)
    tagged["ETag"] = "\"v2\""
    bench.server.on("/a.png", [first, unchanged, picture(16, tagged)])
    let request = try bench.request("/a.png")
    for (width, decision) in [(8, CacheReport.Decision.fetched), (8, .revalidated), (16, .fetched)] {
      let response = try await bench.restart().image(for: request)
      #expect(response.image.width == width && response.cacheReport?.decision == decision)
      #expect(try await bench.restart().image(for: request).cacheReport?.decision == .fresh)
      bench.pass(.seconds(61))
    }
    #expect(await DiskStore(directory: bench.folder.url).statistics().count == 1)
  }

  @Test func `without a disk too, another picture takes every size of the old one from memory`() async throws {
    bench.server.on("/a.png", [8, 16, 24].map { picture($0, ["Cache-Control": "max-age=3600"]) })
    let pipeline = bench.restart { $0.diskStore = nil }
    var request = try bench.request("/a.png")
    _ = try await pipeline.image(for: request)
    let small = try bench.request("/a.png", size: .pixels(4, 4))
    _ = try await pipeline.image(for: small)
    #expect(pipeline.cachedImage(for: request) == nil)
    // Fields of its own make it another picture, which stays.
    request.headers.append("Accept", "image/png")
    _ = try await pipeline.image(for: request)
    #expect(pipeline.cachedImage(for: small) != nil)
  }

  @Test func `variants of a URL whose signature does not count are kept side by side and forgotten together`()
    async throws
  {
    let picture = picture(8, ["Cache-Control": "max-age=3600", "Vary": "Accept"])
    bench.server.on(prefix: "/a.png") { _ in picture }
    let pipeline = bench.restart {
      $0.keyNormalizer = CacheKeyNormalizer(droppingQueryItems: ["sig"])
      $0.memoryCache = MemoryCache(costLimit: .zero, trimsOnPressure: false)
    }
    for (index, accept) in ["image/png", "image/webp", "image/png", "image/webp"].enumerated() {
      var request = try bench.request("/a.png?sig=\(index)")
      request.headers.append("Accept", accept)
      #expect(try await pipeline.image(for: request).source == (index < 2 ? .network : .disk))
    }
    await pipeline.invalidate(try bench.request("/a.png?sig=9"))
    #expect(await DiskStore(directory: bench.folder.url).statistics().count == 0)
  }

  @Test(arguments: [("max-age=60", true), ("max-age=60, stale-if-error=0", false), ("no-cache", false)])
  func `after the clock was set back what is stored stands in where its server allows it at all`(
    fields: String, isServed: Bool
  ) async throws {
    bench.serve("/a.png", fields)
    let request = try bench.request("/a.png")
    _ = try await bench.restart().image(for: request)
    bench.pass(.seconds(10))
    _ = try await bench.restart().image(for: request)
    bench.setClock(by: .seconds(-1000))
    bench.server.on("/a.png", .status(503))
    let pipeline = bench.restart()
    for _ in 0..<3 { #expect((try? await pipeline.image(for: request).isStale) == (isServed ? true : nil)) }
    // Asked once and then left alone; what may not stand in is asked for each time.
    let failed = bench.server.requests(to: "/a.png").count - (fields == "no-cache" ? 2 : 1)
    #expect(failed == (isServed ? 1 : 3))
  }
}
