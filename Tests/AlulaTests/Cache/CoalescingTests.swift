import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// One request where one will do.
@Suite struct CoalescingTests {
  private func sizes(_ bench: CacheBench, _ policies: [ImageRequest.CachePolicy]) throws -> [ImageRequest] {
    try (0..<20).map { index in
      var request = try bench.request("/a.png", size: index < 5 ? nil : .pixels(Double(index), 8))
      request.cachePolicy = policies[index % policies.count]
      return request
    }
  }

  private func load(_ requests: [ImageRequest], _ pipeline: ImagePipeline) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for request in requests { group.addTask { _ = try await pipeline.image(for: request) } }
      try await group.waitForAll()
    }
  }

  @Test(arguments: [true, false])
  func `twenty sizes of one picture that may be shown stale make one conditional request`(isInMemory: Bool) async throws
  {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=60, stale-while-revalidate=600")
    let requests = try sizes(bench, [.followHTTP])
    var pipeline = bench.restart()
    try await load(requests, pipeline)
    #expect(bench.server.counters.requests == 1)
    bench.pass(.seconds(100))
    if !isInMemory { pipeline = bench.restart() }
    bench.server.hold("/a.png")
    try await load(requests, pipeline)
    await bench.server.requests(reaching: 2)
    bench.server.release("/a.png")
    for request in requests { _ = try await pipeline.task(for: request).response }
    #expect(bench.conditional("/a.png") == 1)
    #expect(bench.server.counters.requests == 2)
  }

  @Test func `twenty loads of one stale picture, some of which take any age, make one conditional request`()
    async throws
  {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=60")
    _ = try await bench.restart().image(for: bench.request("/a.png"))
    bench.pass(.seconds(61))
    let pipeline = bench.restart()
    let requests = try sizes(bench, [.followHTTP, .preferCache, .onlyCached])
    bench.server.hold("/a.png")
    async let loads: Void = load(requests, pipeline)
    await bench.server.requests(reaching: 2)
    bench.server.release("/a.png")
    try await loads
    #expect(bench.server.counters.requests == 2)
  }

  @Test func `who follows HTTP and who takes any age share one download of what is not stored`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=60")
    let pipeline = bench.restart()
    bench.server.hold("/a.png")
    async let loads: Void = load(sizes(bench, [.followHTTP, .preferCache]), pipeline)
    await bench.server.requests(reaching: 1)
    // Nobody is left behind who might still ask.
    while pipeline.images.count < 17 { await Task.yield() }
    bench.server.release("/a.png")
    try await loads
    #expect(bench.server.counters.requests == 1)
  }
}
