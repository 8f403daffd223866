import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// RFC 9111 section 4.4, through the whole pipeline.
@Suite struct InvalidationTests {
  private let bench: CacheBench

  init() throws {
    bench = try CacheBench()
    // The server's clients upload pictures with the same URLs that they read them from.
    bench.server.on("/a.png") { request in
      LoopbackResponse(
        request.headers["X-Fails"] == nil ? 200 : 500,
        headers: ["Content-Type": "image/png", "Cache-Control": "max-age=3600", "Location": "/b.png"],
        body: .bytes(SampleImages.png(width: 8, height: 8)))
    }
    bench.serve("/b.png", "max-age=3600")
  }

  private func change(_ method: String, _ partition: CachePartition = .shared) throws -> ImageRequest {
    var request = try bench.request("/a.png")
    request.method = method
    request.body = [1, 2, 3]
    request.partition = partition
    return request
  }

  private func reads(_ target: String) -> Int { bench.server.requests(to: target).count { $0.method == "GET" } }

  @Test(arguments: ["POST", "PUT", "DELETE", "M-SEARCH"])
  func `a change through an unsafe method is asked for again, from memory and from disk`(method: String) async throws {
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: bench.request("/a.png"))
    _ = try await pipeline.image(for: change(method))
    _ = try await pipeline.image(for: bench.request("/a.png"))
    #expect(reads("/a.png") == 2)
    _ = try await bench.restart().image(for: bench.request("/a.png"))
    #expect(reads("/a.png") == 2)
  }

  @Test func `a change that failed changes nothing`() async throws {
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: bench.request("/a.png"))
    var request = try change("PUT")
    request.headers.append("X-Fails", "1")
    await #expect(throws: LoadError.self) { try await pipeline.image(for: request) }
    #expect(try await pipeline.image(for: bench.request("/a.png")).source == .memory)
    #expect(try await pipeline.data(for: bench.request("/a.png")).source == .disk)
  }

  @Test func `what Location names on the same server goes too`() async throws {
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: bench.request("/b.png"))
    _ = try await pipeline.image(for: change("POST"))
    _ = try await pipeline.image(for: bench.request("/b.png"))
    #expect(reads("/b.png") == 2)
  }

  @Test func `a change by one account concerns its own pictures and everybody's, and no other account's`() async throws
  {
    let pipeline = bench.restart()
    var requests: [ImageRequest] = []
    for partition in [CachePartition.shared, CachePartition("a"), CachePartition("b")] {
      var request = try bench.request("/a.png")
      request.partition = partition
      requests.append(request)
      _ = try await pipeline.image(for: request)
    }
    _ = try await pipeline.image(for: change("PUT", CachePartition("a")))
    var sources: [ImageResponse.Source] = []
    for request in requests { sources.append(try await pipeline.image(for: request).source) }
    #expect(sources == [.network, .network, .memory])
  }

  @Test func `a response that was on its way while its URL was changed is not kept`() async throws {
    let pipeline = bench.restart()
    bench.server.hold("/b.png")
    let task = pipeline.task(for: try bench.request("/b.png"))
    await bench.server.until(.requests(1, to: "/b.png"))
    _ = try await pipeline.image(for: change("POST"))
    bench.server.release("/b.png")
    for await event in task.events { if case .finished(let result) = event { _ = try result.get() } }
    _ = try await pipeline.image(for: bench.request("/b.png"))
    #expect(reads("/b.png") == 2)
  }
}
