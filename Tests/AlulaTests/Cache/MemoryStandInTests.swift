import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// Pictures that memory alone holds, when their server fails.
@Suite struct MemoryStandInTests {
  private let bench: CacheBench

  init() throws { bench = try CacheBench() }

  private func ephemeral() -> ImagePipeline { bench.restart { $0.diskStore = nil } }

  private func code(_ request: ImageRequest, _ pipeline: ImagePipeline) async -> LoadError.Code? {
    do throws(LoadError) {
      _ = try await pipeline.image(for: request)
      return nil
    } catch { return error.code }
  }

  @Test(arguments: [500, 502, 503, 504])
  func `a stale picture in memory answers for a server that fails`(status: Int) async throws {
    bench.serve("/a.png", "max-age=60")
    let request = try bench.request("/a.png")
    let pipeline = ephemeral()
    let first = try await pipeline.image(for: request)
    bench.pass(.seconds(3600))
    bench.server.on("/a.png", .status(status))
    let response = try await pipeline.image(for: request)
    #expect(response.isStale && response.source == .memory && response.image === first.image)
    #expect(response.cacheReport?.reason.contains("origin fails") == true)
    bench.pass(.seconds(3600))
    #expect(try await pipeline.task(for: request).response.isStale)
    #expect(bench.decodes.count == 1)
  }

  @Test(
    arguments: [
      ("max-age=60", 7 * 86400), ("max-age=60, stale-if-error=600", 600),
      ("max-age=60, stale-while-revalidate=30, stale-if-error=600", 600),
    ])
  func `offline, a stale picture in memory answers within its bound`(fields: String, bound: Int) async throws {
    bench.serve("/a.png", fields)
    let request = try bench.request("/a.png")
    let pipeline = ephemeral()
    _ = try await pipeline.image(for: request)
    bench.server.onlyResets("/a.png")
    bench.pass(.seconds(bound + 50))
    #expect(try await pipeline.image(for: request).isStale)
    bench.pass(.seconds(70))
    #expect(await code(request, pipeline) == .transport(.connectionLost))
  }

  @Test(
    arguments: [
      "max-age=60, must-revalidate", "no-cache", "max-age=60, stale-if-error=0",
      "max-age=60, must-revalidate, stale-if-error=600",
    ])
  func `no stale picture in memory answers where its server forbids it`(fields: String) async throws {
    bench.serve("/a.png", fields)
    let request = try bench.request("/a.png")
    let pipeline = ephemeral()
    _ = try await pipeline.image(for: request)
    bench.pass(.seconds(100))
    bench.server.on("/a.png", .status(503))
    #expect(await code(request, pipeline) == .status(503))
  }

  @Test(arguments: [ImageRequest.CachePolicy.reload, .revalidate, .noStore])
  func `who asks for the server's own answer is told that it fails`(policy: ImageRequest.CachePolicy) async throws {
    bench.serve("/a.png", "max-age=60")
    var request = try bench.request("/a.png")
    let pipeline = ephemeral()
    _ = try await pipeline.image(for: request)
    bench.pass(.seconds(100))
    bench.server.on("/a.png", .status(503))
    request.cachePolicy = policy
    #expect(await code(request, pipeline) == .status(503))
    request.cachePolicy = .followHTTP
    #expect(try await pipeline.image(for: request).isStale)
    request.headers.append("Cache-Control", "no-cache")
    #expect(await code(request, pipeline) == .status(503))
  }

  @Test(arguments: [400, 401, 429, 501]) func `other statuses are the server's answer`(status: Int) async throws {
    bench.serve("/a.png", "max-age=60")
    let request = try bench.request("/a.png")
    let pipeline = ephemeral()
    _ = try await pipeline.image(for: request)
    bench.pass(.seconds(100))
    bench.server.on("/a.png", .status(status))
    #expect(await code(request, pipeline) == .status(status))
  }

  @Test func `a picture that the disk did not take answers from memory`() async throws {
    let faulty = FaultyStore()
    faulty.fill()
    bench.serve("/a.png", "max-age=60")
    let request = try bench.request("/a.png")
    let pipeline = bench.restart { $0.diskStore = faulty.store }
    _ = try await pipeline.image(for: request)
    bench.pass(.seconds(100))
    bench.server.onlyResets("/a.png")
    let response = try await pipeline.image(for: request)
    #expect(response.isStale && response.source == .memory)
  }

  @Test(arguments: [("max-age=3600", true), ("max-age=60, must-revalidate", false), (nil, true)] as [(String?, Bool)])
  func `a picture behind a redirect answers where the redirect does not forbid it`(
    fields: String?, isServed: Bool
  ) async throws {
    bench.serve("/b.png", "max-age=60")
    var headers: HTTPHeaders = ["Location": "/b.png"]
    headers["Cache-Control"] = fields
    bench.server.on("/a.png", LoopbackResponse(302, headers: headers))
    let request = try bench.request("/a.png")
    let pipeline = ephemeral()
    _ = try await pipeline.image(for: request)
    bench.pass(.seconds(1000))
    bench.server.onlyResets("/a.png")
    #expect(await code(request, pipeline) == (isServed ? nil : .transport(.connectionLost)))
  }
}
