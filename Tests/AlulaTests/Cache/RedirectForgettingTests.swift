import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// Who forgets a picture forgets what its redirects led to, whether they are stored or not.
@Suite struct RedirectForgettingTests {
  private let bench: CacheBench

  init() throws { bench = try CacheBench() }

  private func reads(_ target: String) -> Int { bench.server.requests(to: target).count { $0.method == "GET" } }

  private func serve(_ first: LoopbackResponse, _ second: LoopbackResponse) {
    bench.server.on("/a.png", first)
    bench.server.on("/b.png", second)
    bench.serve("/c.png", "max-age=3600")
  }

  private static let stored: HTTPHeaders = ["Cache-Control": "max-age=3600"]

  private func redirect(_ location: String, _ status: Int, isStored: Bool) -> LoopbackResponse {
    var headers = isStored ? Self.stored : [:]
    headers.append("Location", location)
    return LoopbackResponse(status, headers: headers)
  }

  @Test(arguments: [(302, false), (307, false), (303, false), (301, true), (302, true)], [(302, false), (301, true)])
  func `the next load asks for every step anew, also after a restart`(
    first: (Int, Bool), second: (Int, Bool)
  ) async throws {
    serve(
      redirect("/b.png?signed=1", first.0, isStored: first.1), redirect("/c.png", second.0, isStored: second.1))
    bench.server.on("/b.png?signed=1", redirect("/c.png", second.0, isStored: second.1))
    let request = try bench.request("/a.png")
    for isRestarted in [false, true] {
      var pipeline = bench.restart()
      _ = try await pipeline.image(for: request)
      if isRestarted { pipeline = bench.restart() }
      let before = reads("/c.png")
      await pipeline.invalidate(request)
      #expect(await DiskStore(directory: bench.folder.url).statistics().count == 0)
      _ = try await pipeline.image(for: request)
      #expect(reads("/c.png") == before + 1)
    }
  }

  @Test func `a redirect that changed its aim leaves nothing of either`() async throws {
    serve(.redirect(to: "/b.png"), .status(200))
    bench.serve("/b.png", "max-age=3600")
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    bench.server.on("/a.png", .redirect(to: "/c.png"))
    bench.pass(.seconds(400))
    _ = try await pipeline.image(for: request)
    await pipeline.invalidate(request)
    _ = try await pipeline.image(for: request)
    #expect(reads("/c.png") == 2)
  }

  @Test func `what a redirect leads to and is on its way for somebody else is not kept either`() async throws {
    serve(.redirect(to: "/c.png"), .status(200))
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    bench.server.hold("/c.png")
    var other = try bench.request("/c.png")
    other.cachePolicy = .reload
    let task = pipeline.task(for: other)
    await bench.server.until(.requests(2, to: "/c.png"))
    await pipeline.invalidate(request)
    bench.server.release("/c.png")
    _ = try await task.response
    _ = try await pipeline.image(for: request)
    #expect(reads("/c.png") == 3)
  }

  @Test func `what a redirect of a request with credentials led to is forgotten too`() async throws {
    let other = try LoopbackServer()
    other.on(
      "/c.png",
      LoopbackResponse(
        200, headers: ["Content-Type": "image/png", "Cache-Control": "max-age=3600"],
        body: .bytes(SampleImages.png(width: 8, height: 8))))
    bench.server.on("/a.png", .redirect(to: other.url("/c.png")))
    var request = try bench.request("/a.png")
    request.headers.append("Authorization", "Bearer x")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    await pipeline.invalidate(request)
    _ = try await pipeline.image(for: request)
    #expect(other.counters.requests == 2)
  }

  @Test func `another account's picture behind the same redirect stays`() async throws {
    serve(.redirect(to: "/c.png"), .status(200))
    let request = try bench.request("/a.png")
    var other = request
    other.partition = CachePartition("other")
    let pipeline = bench.restart()
    for request in [request, other] { _ = try await pipeline.image(for: request) }
    await pipeline.invalidate(request)
    #expect(try await pipeline.image(for: other).source == .memory)
    _ = try await bench.restart().image(for: other)
    #expect(reads("/c.png") == 2)
  }

  @Test func `a note of where a redirect led answers nobody`() async throws {
    serve(.redirect(to: "/c.png"), .status(200))
    var request = try bench.request("/a.png")
    _ = try await bench.restart().image(for: request)
    request.cachePolicy = .onlyCached
    let pipeline = bench.restart()
    await #expect { try await pipeline.image(for: request) } throws: { ($0 as? LoadError)?.code == .notCached }
    bench.server.onlyResets("/a.png")
    request.cachePolicy = .followHTTP
    await #expect(throws: LoadError.self) { try await pipeline.image(for: request) }
  }

  @Test(arguments: [false, true])
  func `a change through an unsafe method concerns what the redirect led to, on the same server`(
    isStored: Bool
  ) async throws {
    let cdn = try LoopbackServer()
    cdn.on(
      "/d.png",
      LoopbackResponse(
        200, headers: ["Content-Type": "image/png", "Cache-Control": "max-age=3600"],
        body: .bytes(SampleImages.png(width: 8, height: 8))))
    let picture = LoopbackResponse.ok(SampleImages.png(width: 8, height: 8), type: "image/png")
    bench.serve("/c.png", "max-age=3600")
    for (target, location) in [("/a.png", "/c.png"), ("/b.png", cdn.url("/d.png"))] {
      let redirect = redirect(location, 302, isStored: isStored)
      bench.server.on(target) { $0.method == "GET" ? redirect : picture }
    }
    let pipeline = bench.restart()
    for target in ["/a.png", "/b.png"] {
      let request = try bench.request(target)
      _ = try await pipeline.image(for: request)
      var change = request
      change.method = "PUT"
      _ = try await pipeline.image(for: change)
      _ = try await pipeline.image(for: request)
    }
    #expect(reads("/c.png") == 2)
    #expect(reads("/a.png") == 2 && reads("/b.png") == 2)
    #expect(cdn.counters.requests == 1)
  }
}
