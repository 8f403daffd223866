import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// A server that fails is left alone for a while, as long as there is something to show.
@Suite struct BackOffTests {
  private let bench: CacheBench

  init() throws { bench = try CacheBench() }

  private func pipeline(_ isOnDisk: Bool) -> ImagePipeline {
    bench.restart {
      // One layer alone: pictures in memory, or nothing there.
      if isOnDisk { $0.memoryCache = MemoryCache(costLimit: .zero, trimsOnPressure: false) } else { $0.diskStore = nil }
    }
  }

  private var asked: Int { bench.server.counters.requests }

  /// A pipeline whose picture went stale while its server began to fail.
  private func failing(
    _ isOnDisk: Bool, _ fields: String = "max-age=60", _ answer: LoopbackResponse = .status(503)
  ) async throws -> (ImagePipeline, ImageRequest) {
    bench.serve("/a.png", fields)
    let request = try bench.request("/a.png")
    let pipeline = pipeline(isOnDisk)
    _ = try await pipeline.image(for: request)
    bench.pass(.seconds(100))
    bench.server.on("/a.png", answer)
    return (pipeline, request)
  }

  @Test(arguments: [true, false])
  func `a server that fails is asked again after a second, then two, four, at most sixty`(isOnDisk: Bool) async throws {
    let (pipeline, request) = try await failing(isOnDisk)
    for (count, delay) in [1, 2, 4, 8, 16, 32, 60, 60].enumerated() {
      #expect(try await pipeline.image(for: request).isStale)
      #expect(asked == 2 + count)
      bench.pass(.milliseconds(delay * 1000 - 10))
      for _ in 0..<3 {
        let response = try await pipeline.image(for: request)
        #expect(response.isStale && response.cacheReport?.reason.contains("asked again") == true)
        #expect(try await pipeline.task(for: request).response.isStale)
      }
      #expect(asked == 2 + count)
      bench.pass(.milliseconds(10))
    }
  }

  @Test(arguments: [true, false]) func `a server that cannot be reached is left alone too`(isOnDisk: Bool) async throws
  {
    let (pipeline, request) = try await failing(isOnDisk, "max-age=60", .raw("", ending: .resets))
    #expect(try await pipeline.image(for: request).isStale)
    // The transport itself may try twice, where a connection that was kept open is lost.
    let before = asked
    for _ in 0..<3 { #expect(try await pipeline.image(for: request).isStale) }
    #expect(asked == before)
  }

  @Test(arguments: [true, false]) func `an answer ends it, and the next failure begins anew`(isOnDisk: Bool)
    async throws
  {
    let (pipeline, request) = try await failing(isOnDisk)
    for delay in [1, 2, 4] {
      _ = try await pipeline.image(for: request)
      bench.pass(.seconds(delay))
    }
    bench.serve("/a.png", "max-age=60")
    #expect(try await !pipeline.image(for: request).isStale)
    bench.pass(.seconds(100))
    bench.server.on("/a.png", .status(503))
    let before = asked
    #expect(try await pipeline.image(for: request).isStale)
    bench.pass(.seconds(1))
    #expect(try await pipeline.image(for: request).isStale)
    #expect(asked == before + 2)
  }

  @Test(arguments: [ImageRequest.CachePolicy.reload, .revalidate, .noStore], [true, false])
  func `who wants the server asked is never put off, and begins anew`(
    policy: ImageRequest.CachePolicy, isOnDisk: Bool
  ) async throws {
    let (pipeline, request) = try await failing(isOnDisk)
    for delay in [1, 2, 4] {
      _ = try await pipeline.image(for: request)
      bench.pass(.seconds(delay))
    }
    _ = try await pipeline.image(for: request)
    let before = asked
    var own = request
    own.cachePolicy = policy
    for _ in 0..<2 { await #expect(throws: LoadError.self) { try await pipeline.image(for: own) } }
    #expect(asked == before + 2)
    _ = try await pipeline.image(for: request)
    #expect(asked == before + 2)
    bench.pass(.seconds(1))
    _ = try await pipeline.image(for: request)
    #expect(asked == before + 3)
  }

  @Test(arguments: ["no-cache", "max-age=0"]) func `a request that limits the age is never put off`(
    directive: String
  ) async throws {
    let (pipeline, request) = try await failing(true)
    _ = try await pipeline.image(for: request)
    var own = request
    own.headers.append("Cache-Control", directive)
    for _ in 0..<2 { _ = try? await pipeline.image(for: own) }
    #expect(asked == 4)
  }

  @Test(arguments: [("20", 20), ("0", 1), ("3600", 60), ("soon", 1), ("Fri, 15 Jan 2027 08:02:10 GMT", 30)])
  func `Retry-After is the least, up to the longest`(retryAfter: String, delay: Int) async throws {
    // The bench's clock begins at 08:00:00 on that day, and 100 s pass.
    let answer = LoopbackResponse.status(503, headers: ["Retry-After": retryAfter])
    let (pipeline, request) = try await failing(true, "max-age=60", answer)
    _ = try await pipeline.image(for: request)
    bench.pass(.milliseconds(delay * 1000 - 10))
    _ = try await pipeline.image(for: request)
    #expect(asked == 2)
    bench.pass(.milliseconds(10))
    _ = try await pipeline.image(for: request)
    #expect(asked == 3)
  }

  @Test(arguments: [true, false])
  func `a load that has nothing to show is never put off`(isOnDisk: Bool) async throws {
    bench.server.on("/new.png", .status(503))
    let pipeline = pipeline(isOnDisk)
    for count in 1...3 {
      await #expect(throws: LoadError.self) { try await pipeline.image(for: bench.request("/new.png")) }
      #expect(asked == count)
    }
  }

  @Test func `another size that is not there is asked for, and one that is there is not`() async throws {
    let (pipeline, request) = try await failing(false)
    _ = try await pipeline.image(for: request)
    let small = try bench.request("/a.png", size: .pixels(4, 4))
    await #expect(throws: LoadError.self) { try await pipeline.image(for: small) }
    #expect(asked == 3)
    #expect(try await pipeline.image(for: request).isStale)
    #expect(asked == 3)
  }

  @Test func `what its server forbids to show stale is asked for each time`() async throws {
    let (pipeline, request) = try await failing(true, "max-age=60, must-revalidate")
    for _ in 0..<3 { await #expect(throws: LoadError.self) { try await pipeline.image(for: request) } }
    #expect(asked == 4)
  }

  @Test(arguments: [true, false], ["", ", stale-if-error=0"])
  func `while a picture may be shown stale, a server that fails is not asked behind each look`(
    isOnDisk: Bool, more: String
  ) async throws {
    let (pipeline, request) = try await failing(isOnDisk, "max-age=60, stale-while-revalidate=6000" + more)
    #expect(try await pipeline.task(for: request).response.isStale)
    #expect(asked == 2)
    for _ in 0..<3 {
      #expect(try await pipeline.image(for: request).isStale)
      #expect(try await pipeline.task(for: request).response.isStale)
    }
    await pipeline.finishRefresh(of: request)
    #expect(asked == 2)
    bench.pass(.seconds(1))
    #expect(try await pipeline.task(for: request).response.isStale)
    #expect(asked == 3)
  }

  @Test(arguments: [true, false]) func `behind a redirect that is not stored neither is asked`(isOnDisk: Bool)
    async throws
  {
    bench.serve("/b.png", "max-age=60")
    bench.server.on("/a.png", .redirect(to: "/b.png"))
    let request = try bench.request("/a.png")
    let pipeline = bench.restart { if !isOnDisk { $0.diskStore = nil } }
    _ = try await pipeline.image(for: request)
    bench.pass(.seconds(1000))
    bench.server.on("/b.png", .status(503))
    for _ in 0..<3 { #expect(try await pipeline.image(for: request).isStale) }
    #expect(asked == 4)
  }

  @Test func `the answer of a redirect does not end the rest of what it leads to`() async throws {
    bench.serve("/b.png", "max-age=60")
    bench.server.on("/a.png", .redirect(to: "/b.png"))
    let request = try bench.request("/a.png")
    let pipeline = pipeline(true)
    _ = try await pipeline.image(for: request)
    bench.pass(.seconds(1000))
    bench.server.on("/b.png", .status(503))
    for _ in 0..<4 { #expect(try await pipeline.image(for: request).isStale) }
    #expect(bench.server.counters(for: "/b.png").requests == 2)
    bench.serve("/b.png", width: 16, etag: "\"v2\"", "max-age=60")
    bench.pass(.seconds(1))
    #expect(try await pipeline.image(for: request).image.width == 16)
  }

  @Test func `another picture of the server is asked for, another account's too, and a new process knows nothing`()
    async throws
  {
    let (pipeline, request) = try await failing(true)
    _ = try await pipeline.image(for: request)
    bench.serve("/b.png", "max-age=60")
    _ = try await pipeline.image(for: bench.request("/b.png"))
    var other = request
    other.partition = CachePartition("other")
    await #expect(throws: LoadError.self) { try await pipeline.image(for: other) }
    #expect(asked == 4)
    #expect(try await self.pipeline(true).image(for: request).isStale)
    #expect(asked == 5)
  }
}
