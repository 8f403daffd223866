import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// Loads of one picture side by side: the newest answer stays, whichever ends last.
@Suite struct OvertakingTests {
  private func picture(_ width: Int, _ cacheControl: String = "max-age=3600") -> LoopbackResponse {
    LoopbackResponse(
      200, headers: ["Content-Type": "image/png", "Cache-Control": cacheControl],
      body: .bytes(SampleImages.png(width: width, height: 8)))
  }

  @Test(arguments: [ImageRequest.CachePolicy.reload, .revalidate])
  func `an older answer that comes later does not replace a newer one`(policy: ImageRequest.CachePolicy) async throws {
    let bench = try CacheBench()
    let latch = Latch()
    bench.server.on("/a.png", [picture(8).with { $0.latch = latch }, picture(16)])
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    let slow = pipeline.task(for: request)
    await bench.server.requests(reaching: 1)
    var newer = request
    newer.cachePolicy = policy
    #expect(try await pipeline.image(for: newer).image.width == 16)
    latch.open()
    #expect(try await slow.response.image.width == 8)
    #expect(try await pipeline.image(for: request).image.width == 16)
    #expect(try await bench.restart().image(for: request).image.width == 16)
    #expect(bench.server.counters.requests == 2)
  }

  @Test func `what a reload brings stays, whatever other loads bring meanwhile`() async throws {
    let bench = try CacheBench()
    let latch = Latch()
    let tagged = picture(8).with { $0.headers.append("ETag", "\"v1\"") }
    let unchanged = LoopbackResponse(304, headers: ["ETag": "\"v1\"", "Cache-Control": "max-age=3600"])
    bench.server.on("/a.png", [tagged, picture(16).with { $0.latch = latch }, unchanged])
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    var (reload, revalidate) = (request, request)
    (reload.cachePolicy, revalidate.cachePolicy) = (.reload, .revalidate)
    let slow = pipeline.task(for: reload)
    await bench.server.requests(reaching: 2)
    #expect(try await pipeline.image(for: revalidate).image.width == 8)
    latch.open()
    #expect(try await slow.response.image.width == 16)
    #expect(try await pipeline.image(for: request).image.width == 16)
    #expect(try await bench.restart().image(for: request).image.width == 16)
    #expect(bench.server.counters.requests == 3)
  }

  @Test(arguments: [ImageRequest.CachePolicy.reload, .revalidate])
  func `a picture that must not be stored takes the place of the stored one all the same`(
    policy: ImageRequest.CachePolicy
  ) async throws {
    let bench = try CacheBench()
    bench.server.on("/a.png", [picture(8), picture(16, "no-store")])
    var request = try bench.request("/a.png")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    request.cachePolicy = policy
    #expect(try await pipeline.image(for: request).image.width == 16)
    request.cachePolicy = .onlyCached
    for pipeline in [pipeline, bench.restart()] {
      await #expect { try await pipeline.image(for: request) } throws: { ($0 as? LoadError)?.code == .notCached }
    }
  }

  @Test func `a picture that the disk cannot keep takes the place of the stored one all the same`() async throws {
    let bench = try CacheBench()
    var large = picture(16)
    for index in 0..<3 { large.headers.append("X-\(index)", String(repeating: "x", count: 90_000)) }
    bench.server.on("/a.png", [picture(8), large])
    var request = try bench.request("/a.png")
    _ = try await bench.restart().image(for: request)
    request.cachePolicy = .reload
    #expect(try await bench.restart().image(for: request).image.width == 16)
    request.cachePolicy = .followHTTP
    #expect(try await bench.restart().image(for: request).image.width == 16)
  }

  @Test func `what is no picture takes nothing away`() async throws {
    let bench = try CacheBench()
    let page = LoopbackResponse(
      200, headers: ["Content-Type": "text/html", "Cache-Control": "no-store"], body: .text("<!DOCTYPE html>"))
    bench.server.on("/a.png", [picture(8), page])
    var request = try bench.request("/a.png")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    request.cachePolicy = .reload
    await #expect(throws: LoadError.self) { try await pipeline.image(for: request) }
    request.cachePolicy = .followHTTP
    #expect(try await bench.restart().image(for: request).source == .disk)
  }

  @Test func `a change that was found behind stale bytes takes the old picture from memory at every size`() async throws
  {
    let bench = try CacheBench()
    bench.serve("/a.png", width: 8, etag: "\"v1\"", "max-age=60, stale-while-revalidate=600")
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    bench.serve("/a.png", width: 16, etag: "\"v2\"", "max-age=60, stale-while-revalidate=600")
    bench.pass(.seconds(100))
    #expect(try await pipeline.data(for: request).cacheReport?.decision == .stale)
    await bench.server.until(.responses(2))
    // Joins the refresh, or comes after it.
    var fresh = try pipeline.byteKey(for: request)
    fresh.demand = fresh.demand.refreshing
    _ = try await pipeline.encodedImage(for: request, fresh, LivePriority(.normal), onProgress: nil)
    var held = request
    held.cachePolicy = .preferCache
    #expect(pipeline.cachedImage(for: held) == nil)
    #expect(try await pipeline.image(for: request).image.width == 16)
  }

  @Test func `variants that a response varies with stay in memory side by side`() async throws {
    let bench = try CacheBench()
    bench.server.on("/a.png") { request in
      let isWide = request.headers["Accept"]?.contains("wide") ?? false
      return LoopbackResponse(
        200, headers: ["Content-Type": "image/png", "Cache-Control": "max-age=3600", "Vary": "Accept"],
        body: .bytes(SampleImages.png(width: isWide ? 16 : 8, height: 8)))
    }
    let pipeline = bench.restart()
    var (wide, narrow) = (try bench.request("/a.png"), try bench.request("/a.png"))
    (wide.headers["Accept"], narrow.headers["Accept"]) = ("image/wide", "image/narrow")
    _ = try await pipeline.image(for: narrow)
    _ = try await pipeline.image(for: wide)
    #expect(pipeline.cachedImage(for: narrow)?.image.width == 8)
    #expect(pipeline.cachedImage(for: wide)?.image.width == 16)
  }

  @Test func `without a disk too, an older answer that comes later does not replace a newer one`() async throws {
    let bench = try CacheBench()
    let latch = Latch()
    bench.server.on("/a.png", [picture(8).with { $0.latch = latch }, picture(16)])
    let request = try bench.request("/a.png")
    let pipeline = bench.restart { $0.diskStore = nil }
    let small = try bench.request("/a.png", size: .pixels(4, 4))
    let slow = [request, small].map { pipeline.task(for: $0) }
    await bench.server.requests(reaching: 1)
    var newer = request
    newer.cachePolicy = .revalidate
    #expect(try await pipeline.image(for: newer).image.width == 16)
    latch.open()
    #expect(try await slow[0].response.image.width == 8)
    _ = try await slow[1].response
    #expect(pipeline.cachedImage(for: request)?.image.width == 16)
    #expect(pipeline.cachedImage(for: small) == nil)
    #expect(bench.server.counters.requests == 2)
  }
}
