import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// Answers that would spoil the cache for those who come after.
@Suite struct PoisonTests {
  private let bench: CacheBench

  init() throws { bench = try CacheBench() }

  private let fields: HTTPHeaders = ["Content-Type": "image/png", "Cache-Control": "max-age=3600"]

  @Test(arguments: [301, 302])
  func `a damaged picture behind a redirect is asked for again`(status: Int) async throws {
    let picture = SampleImages.png(width: 64, height: 64)
    bench.server.on("/a.png", LoopbackResponse(status, headers: ["Location": "/b.png"]))
    bench.server.on(
      "/b.png",
      [
        LoopbackResponse(200, headers: fields, body: .bytes(Array(picture.dropLast(40)))),
        LoopbackResponse(200, headers: fields, body: .bytes(picture)),
      ])
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    await #expect { try await pipeline.image(for: request) } throws: { ($0 as? LoadError)?.code == .truncated }
    #expect(try await pipeline.image(for: request).image.width == 64)
  }

  @Test func `a damaged picture that is kept nowhere takes nothing away`() async throws {
    let picture = SampleImages.png(width: 64, height: 64)
    bench.server.on(
      "/a.png",
      [
        LoopbackResponse(200, headers: fields, body: .bytes(picture)),
        LoopbackResponse(200, headers: fields, body: .bytes(Array(picture.dropLast(40)))),
      ])
    var request = try bench.request("/a.png")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    request.cachePolicy = .noStore
    await #expect(throws: LoadError.self) { try await pipeline.image(for: request) }
    request.cachePolicy = .followHTTP
    #expect(try await bench.restart().image(for: request).source == .disk)
  }

  @Test func `an entity tag that cannot be sent is not sent`() async throws {
    bench.server.on(
      "/a.png",
      LoopbackResponse(
        200, headers: ["Content-Type": "image/png", "Cache-Control": "max-age=60", "ETag": "\"a\rb\""],
        body: .bytes(SampleImages.png(width: 8, height: 8))))
    let request = try bench.request("/a.png")
    _ = try await bench.restart().image(for: request)
    bench.pass(.seconds(61))
    #expect(try await bench.restart().image(for: request).source == .network)
  }

  @Test func `a stored redirect keeps its Location, whatever Connection says`() async throws {
    bench.serve("/b.png", "max-age=3600")
    bench.server.on(
      "/a.png",
      LoopbackResponse(
        301, headers: ["Location": "/b.png", "Cache-Control": "max-age=3600", "Connection": "keep-alive, Location"]))
    let request = try bench.request("/a.png")
    for _ in 0..<2 { _ = try await bench.restart().image(for: request) }
    #expect(bench.server.counters.requests == 2)
  }
}
