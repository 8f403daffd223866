import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// A server that says a picture is gone, or not for this person: it is shown no more (RFC 9111 section 4.3.3).
@Suite struct RefusalTests {
  enum Layers: CaseIterable { case memory, disk, both }

  private let bench: CacheBench

  init() throws { bench = try CacheBench() }

  private func pipeline(_ layers: Layers) -> ImagePipeline {
    bench.restart {
      if layers == .memory { $0.diskStore = nil }
      if layers == .disk { $0.memoryCache = MemoryCache(costLimit: .zero, trimsOnPressure: false) }
    }
  }

  /// A request for a picture that `pipeline` has and that is stale.
  private func requestOfStale(
    in pipeline: ImagePipeline, _ cacheControl: String = "max-age=60"
  ) async throws -> ImageRequest {
    bench.serve("/a.png", cacheControl)
    let request = try bench.request("/a.png")
    _ = try await pipeline.image(for: request)
    bench.pass(.seconds(100))
    return request
  }

  private func code(
    _ request: ImageRequest, _ pipeline: ImagePipeline, _ policy: ImageRequest.CachePolicy = .followHTTP
  ) async -> LoadError.Code? {
    var request = request
    request.cachePolicy = policy
    do throws(LoadError) {
      _ = try await pipeline.image(for: request)
      return nil
    } catch { return error.code }
  }

  @Test(arguments: [403, 404, 410, 451], Layers.allCases)
  func `a picture that its server withdrew does not come back`(status: Int, layers: Layers) async throws {
    let pipeline = pipeline(layers)
    let request = try await requestOfStale(in: pipeline)
    bench.server.on("/a.png", .status(status))
    #expect(await code(request, pipeline) == .status(status))
    #expect(pipeline.cachedImage(for: request) == nil)
    #expect(await code(request, pipeline, .onlyCached) == .notCached)
    bench.server.on("/a.png", .status(500))
    #expect(await code(request, pipeline) == .status(500))
    #expect(await code(request, self.pipeline(layers)) == .status(500))
    bench.server.onlyResets("/a.png")
    #expect(await code(request, pipeline) == .transport(.connectionLost))
  }

  @Test(arguments: [404, 410]) func `the answer is remembered as long as HTTP says`(status: Int) async throws {
    let pipeline = bench.restart()
    let request = try await requestOfStale(in: pipeline)
    bench.server.on("/a.png", .status(status, headers: ["Cache-Control": "max-age=30"]))
    for _ in 0..<3 { #expect(await code(request, pipeline) == .status(status)) }
    #expect(bench.server.counters.requests == 2)
    bench.pass(.seconds(31))
    bench.server.on("/a.png", .status(500))
    #expect(await code(request, pipeline) == .status(500))
    bench.serve("/a.png", width: 16, etag: "\"v2\"", "max-age=60")
    #expect(try await pipeline.image(for: request).image.width == 16)
  }

  @Test func `a remembered 404 with other selecting fields leaves nothing of the picture`() async throws {
    let picture = SampleImages.png(width: 8, height: 8)
    let headers: HTTPHeaders = ["Content-Type": "image/png", "Cache-Control": "max-age=60", "Vary": "Accept"]
    bench.server.on("/a.png", LoopbackResponse(200, headers: headers, body: .bytes(picture)))
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    bench.pass(.seconds(100))
    bench.server.on("/a.png", .status(404, headers: ["Cache-Control": "max-age=1"]))
    #expect(await code(request, pipeline) == .status(404))
    bench.pass(.seconds(2))
    bench.server.onlyResets("/a.png")
    #expect(await code(request, pipeline) == .transport(.connectionLost))
    #expect(await DiskStore(directory: bench.folder.url).statistics().count == 1)
  }

  @Test(arguments: Layers.allCases)
  func `a withdrawn picture that was shown stale is shown no more`(layers: Layers) async throws {
    let pipeline = pipeline(layers)
    let request = try await requestOfStale(in: pipeline, "max-age=60, stale-while-revalidate=6000")
    bench.server.on("/a.png", .status(404))
    var events: [LoadEvent] = []
    for await event in pipeline.task(for: request).events {
      if case .progress = event { continue }
      events.append(event)
    }
    guard events.count == 2, case .preview = events[0], case .finished(.failure(let error)) = events[1] else {
      Issue.record("\(events)")
      return
    }
    #expect(error.code == .status(404))
    #expect(await code(request, pipeline) == .status(404))
  }

  @Test(arguments: Layers.allCases) func `a server that fails takes nothing away`(layers: Layers) async throws {
    let pipeline = pipeline(layers)
    let request = try await requestOfStale(in: pipeline, "max-age=60, must-revalidate")
    bench.server.on("/a.png", .status(500))
    #expect(await code(request, pipeline) == .status(500))
    bench.serve("/a.png", "max-age=60, must-revalidate")
    let decision = try await pipeline.image(for: request).cacheReport?.decision
    #expect(decision == (layers == .memory ? .fetched : .revalidated))
    #expect(bench.decodes.count == (layers == .disk ? 2 : 1))
  }

  @Test(arguments: [400, 401, 408, 429], Layers.allCases)
  func `an answer about the request and not about the picture takes nothing away`(
    status: Int, layers: Layers
  ) async throws {
    let pipeline = pipeline(layers)
    let request = try await requestOfStale(in: pipeline)
    bench.server.on("/a.png", .status(status))
    #expect(await code(request, pipeline) == .status(status))
    bench.server.onlyResets("/a.png")
    #expect(try await pipeline.image(for: request).isStale)
  }

  @Test(arguments: Layers.allCases) func `a reload that finds nothing leaves nothing`(layers: Layers) async throws {
    bench.serve("/a.png", "max-age=3600")
    let request = try bench.request("/a.png")
    let small = try bench.request("/a.png", size: .pixels(4, 4))
    let pipeline = pipeline(layers)
    for request in [request, small] { _ = try await pipeline.image(for: request) }
    bench.server.on("/a.png", .status(404))
    #expect(await code(request, pipeline, .reload) == .status(404))
    for request in [request, small] { #expect(await code(request, pipeline) == .status(404)) }
  }

  @Test func `who keeps nothing takes nothing away`() async throws {
    bench.serve("/a.png", "max-age=3600")
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    bench.server.on("/a.png", .status(404))
    #expect(await code(request, pipeline, .noStore) == .status(404))
    var readOnly = request
    readOnly.diskAccess = .readOnly
    readOnly.memoryAccess = .readOnly
    #expect(await code(readOnly, pipeline, .reload) == .status(404))
    #expect(try await pipeline.image(for: request).source == .memory)
    #expect(try await bench.restart().image(for: request).source == .disk)
  }

  @Test func `an older 404 that comes later takes nothing away from a newer picture`() async throws {
    let latch = Latch()
    let picture = LoopbackResponse(
      200, headers: ["Content-Type": "image/png", "Cache-Control": "max-age=60", "ETag": "\"v\""],
      body: .bytes(SampleImages.png(width: 8, height: 8)))
    let unchanged = LoopbackResponse(304, headers: ["ETag": "\"v\"", "Cache-Control": "max-age=3600"])
    bench.server.on("/a.png", [picture, LoopbackResponse.status(404).hold(until: latch), unchanged])
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    bench.pass(.seconds(100))
    let slow = pipeline.task(for: request)
    await bench.server.requests(reaching: 2)
    #expect(await code(request, pipeline, .revalidate) == nil)
    latch.open()
    await #expect { try await slow.response } throws: { ($0 as? LoadError)?.code == .status(404) }
    #expect(try await bench.restart().image(for: request).source == .disk)
    #expect(bench.server.counters.requests == 3)
  }
}
