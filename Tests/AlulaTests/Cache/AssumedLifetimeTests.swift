import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// Where memory may answer for what nothing is stated about, and where it may not.
@Suite struct AssumedLifetimeTests {
  @Test(arguments: [("Cache-Control", "no-cache"), ("Pragma", "no-cache"), ("Expires", "0")])
  func `a server that wants each use validated is asked each time, by memory too`(field: (String, String)) async throws
  {
    let bench = try CacheBench()
    bench.server.on(
      "/a.png",
      LoopbackResource(
        .bytes(SampleImages.png(width: 8, height: 8)), type: "image/png", etag: "\"v1\"",
        headers: HTTPHeaders(dictionaryLiteral: field)))
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    #expect(pipeline.cachedImage(for: request) == nil)
    #expect(try await pipeline.image(for: request).cacheReport?.decision == .revalidated)
    #expect(bench.conditional("/a.png") == 1)
    #expect(bench.decodes.count == 1)
  }

  @Test func `a picture that was taken at any age is not fresh for those who follow HTTP`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", nil)
    var request = try bench.request("/a.png")
    _ = try await bench.restart().image(for: request)
    bench.pass(.seconds(100 * 24 * 3600))
    let pipeline = bench.restart()
    request.cachePolicy = .preferCache
    #expect(try await pipeline.image(for: request).isStale)
    request.cachePolicy = .followHTTP
    #expect(pipeline.cachedImage(for: request) == nil)
    #expect(try await pipeline.image(for: request).cacheReport?.decision == .revalidated)
  }

  @Test func `a picture that answered for a server that fails is not fresh`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", nil)
    let request = try bench.request("/a.png")
    _ = try await bench.restart().image(for: request)
    bench.pass(.seconds(3600))
    bench.server.on("/a.png", .status(503))
    let pipeline = bench.restart()
    #expect(try await pipeline.image(for: request).isStale)
    bench.serve("/a.png", width: 16, etag: "\"v2\"", nil)
    // A server that failed has a second's rest.
    bench.pass(.seconds(1))
    #expect(try await pipeline.image(for: request).image.width == 16)
  }

  @Test(arguments: [302, 303, 307])
  func `a change is sent each time, whatever picture its answer leads to`(status: Int) async throws {
    let bench = try CacheBench()
    bench.server.on("/b.png") { _ in
      LoopbackResponse(
        200, headers: ["Content-Type": "image/png", "Cache-Control": "max-age=3600"],
        body: .bytes(SampleImages.png(width: 8, height: 8)))
    }
    bench.server.on("/a", LoopbackResponse(status, headers: ["Location": "/b.png"]))
    var request = try bench.request("/a")
    request.method = "POST"
    request.body = [1]
    let pipeline = bench.restart()
    for _ in 0..<2 { _ = try await pipeline.image(for: request) }
    #expect(bench.server.counters(for: "/a").requests == 2)
  }

  @Test(arguments: ["no-cache", "max-age=0"])
  func `what the caller's own fields demand of caches holds for memory`(value: String) async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=3600")
    var request = try bench.request("/a.png")
    request.headers["Cache-Control"] = value
    let pipeline = bench.restart()
    for _ in 0..<2 { _ = try await pipeline.image(for: request) }
    #expect(bench.conditional("/a.png") == 1)
    #expect(pipeline.cachedImage(for: request) == nil)
    #expect(bench.decodes.count == 1)
  }
}
