import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// What may be shown stale is not kept waiting by retries.
@Suite struct RetryStandInTests {
  private let bench: CacheBench
  private let waits = Locked(0)

  init() throws { bench = try CacheBench() }

  private func pipeline(_ isOnDisk: Bool) -> ImagePipeline {
    bench.restart { configuration in
      configuration.network.retry = RetryPolicy()
      configuration.retryPacing.sleep = { [waits] _ in waits.withLock { $0 += 1 } }
      // One layer alone: pictures in memory, or nothing there.
      if isOnDisk {
        configuration.memoryCache = MemoryCache(costLimit: .zero, trimsOnPressure: false)
      } else {
        configuration.diskStore = nil
      }
    }
  }

  private func failing(
    _ isOnDisk: Bool, _ fields: String, _ answer: LoopbackResponse = .status(503)
  ) async throws -> (ImagePipeline, ImageRequest) {
    bench.serve("/a.png", fields)
    let (pipeline, request) = (pipeline(isOnDisk), try bench.request("/a.png"))
    _ = try await pipeline.image(for: request)
    bench.pass(.seconds(100))
    bench.server.on("/a.png", answer)
    return (pipeline, request)
  }

  @Test(arguments: [true, false], [500, 502, 503, 504])
  func `a stale picture answers for a server that fails, before any retry`(isOnDisk: Bool, status: Int) async throws {
    let (pipeline, request) = try await failing(isOnDisk, "max-age=60", .status(status))
    #expect(try await pipeline.image(for: request).isStale)
    #expect(bench.server.counters.requests == 2 && waits.withLock { $0 } == 0)
  }

  @Test(arguments: [true, false]) func `and for one that cannot be reached`(isOnDisk: Bool) async throws {
    let (pipeline, request) = try await failing(isOnDisk, "max-age=60", .raw("", ending: .resets))
    #expect(try await pipeline.image(for: request).isStale)
    #expect(waits.withLock { $0 } == 0)
  }

  @Test(arguments: [true, false])
  func `what must not be shown stale is worth the retries`(isOnDisk: Bool) async throws {
    let (pipeline, request) = try await failing(isOnDisk, "max-age=60, must-revalidate")
    await #expect(throws: LoadError.self) { try await pipeline.image(for: request) }
    #expect(bench.server.counters.requests == 4 && waits.withLock { $0 } == 2)
  }

  @Test(arguments: [true, false]) func `a status for which nothing stands in is worth them too`(isOnDisk: Bool)
    async throws
  {
    let (pipeline, request) = try await failing(isOnDisk, "max-age=60", .status(429))
    await #expect(throws: LoadError.self) { try await pipeline.image(for: request) }
    #expect(bench.server.counters.requests == 4)
  }

  @Test(arguments: [true, false])
  func `behind a picture that is shown already nothing is sent again`(isOnDisk: Bool) async throws {
    let (pipeline, request) = try await failing(
      isOnDisk, "max-age=60, stale-while-revalidate=6000, stale-if-error=0")
    #expect(try await pipeline.task(for: request).response.isStale)
    #expect(bench.server.counters.requests == 2 && waits.withLock { $0 } == 0)
  }

  @Test func `what the server says to remember is remembered, and nothing else`() async throws {
    let pipeline = pipeline(true)
    bench.server.on("/kept.png", .status(404, headers: ["Cache-Control": "max-age=60"]))
    bench.server.on("/plain.png", .status(404))
    for target in ["/kept.png", "/plain.png"] {
      for _ in 0..<3 {
        await #expect { try await pipeline.image(for: bench.request(target)) } throws: {
          ($0 as? LoadError)?.code == .status(404)
        }
      }
    }
    #expect(bench.server.counters(for: "/kept.png").requests == 1)
    #expect(bench.server.counters(for: "/plain.png").requests == 3)
  }
}
