import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// Stale pictures: shown at once where the server allows it, and when the server fails.
@Suite struct StaleAnswerTests {
  private func events(_ task: ImageTask) async -> [LoadEvent] {
    var events: [LoadEvent] = []
    for await event in task.events {
      if case .progress = event { continue }
      events.append(event)
    }
    return events
  }

  @Test(arguments: [true, false])
  func `a view gets the stale picture at once, and then the same bitmap when nothing changed`(
    isInMemory: Bool
  ) async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=60, stale-while-revalidate=600")
    let request = try bench.request("/a.png")
    var pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    bench.pass(.seconds(100))
    if !isInMemory { pipeline = bench.restart() }
    let events = await events(pipeline.task(for: request))
    guard events.count == 2, case .preview(let stale) = events[0], case .finished(.success(let now)) = events[1] else {
      Issue.record("\(events)")
      return
    }
    #expect(stale.isStale)
    #expect(!now.isStale)
    #expect(now.image === stale.image)
    #expect(bench.conditional("/a.png") == 1)
    #expect(bench.decodes.count == (isInMemory ? 1 : 2))
  }

  @Test func `a view gets the stale picture at once, and then the new one when it changed`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", width: 8, etag: "\"v1\"", "max-age=60, stale-while-revalidate=600")
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    bench.serve("/a.png", width: 16, etag: "\"v2\"", "max-age=60, stale-while-revalidate=600")
    bench.pass(.seconds(100))
    let events = await events(pipeline.task(for: request))
    guard events.count == 2, case .preview(let stale) = events[0], case .finished(.success(let now)) = events[1] else {
      Issue.record("\(events)")
      return
    }
    #expect(stale.image.width == 8)
    #expect(now.image.width == 16)
    #expect(pipeline.cachedImage(for: request)?.image.width == 16)
  }

  @Test func `an awaited picture comes stale at once and is validated behind`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=60, stale-while-revalidate=600")
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    bench.pass(.seconds(100))
    bench.server.hold("/a.png")
    // The server does not answer, and this comes all the same.
    #expect(try await pipeline.image(for: request).isStale)
    await bench.server.requests(reaching: 2)
    bench.server.release("/a.png")
    await bench.server.until(.responses(2))
    // Joins the refresh if that is still on its way.
    let now = try await pipeline.task(for: request).response
    #expect(!now.isStale)
    #expect(bench.server.counters.requests == 2)
  }

  @Test func `stale bytes come at once and are validated behind`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=60, stale-while-revalidate=600")
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    _ = try await pipeline.data(for: request)
    bench.pass(.seconds(100))
    let stale = try await pipeline.data(for: request)
    #expect(stale.cacheReport?.decision == .stale)
    await bench.server.requests(reaching: 2)
    #expect(bench.conditional("/a.png") == 1)
  }

  @Test func `after the window a stale picture is validated first`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=60, stale-while-revalidate=600")
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    bench.pass(.seconds(661))
    #expect(try await pipeline.image(for: request).cacheReport?.decision == .revalidated)
  }

  @Test func `cancelling behind a stale picture ends the task once`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=60, stale-while-revalidate=600")
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    bench.pass(.seconds(100))
    bench.server.hold("/a.png")
    let task = pipeline.task(for: request)
    await bench.server.requests(reaching: 2)
    task.cancel()
    let events = await events(task)
    #expect(events.count == 2)
    guard case .finished(.failure(let error)) = events.last else {
      Issue.record("\(events)")
      return
    }
    #expect(error.isCancelled)
    await bench.server.until(.clientCloses(1))
  }

  @Test func `offline, a stale picture answers; a view is told that it is stale`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=60")
    let request = try bench.request("/a.png")
    _ = try await bench.restart().image(for: request)
    bench.pass(.seconds(3600))
    bench.server.stop()
    let response = try await bench.restart().image(for: request)
    #expect(response.isStale)
    #expect(response.image.width == 8)
    // Not for ever.
    bench.pass(.seconds(8 * 24 * 3600))
    let pipeline = bench.restart()
    await #expect { try await pipeline.image(for: request) } throws: {
      ($0 as? LoadError)?.code == .transport(.cannotConnect)
    }
  }

  @Test(arguments: [500, 502, 503, 504])
  func `a stale picture answers for a server that fails`(status: Int) async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=60")
    let request = try bench.request("/a.png")
    _ = try await bench.restart().image(for: request)
    bench.pass(.seconds(3600))
    bench.server.on("/a.png", .status(status))
    #expect(try await bench.restart().image(for: request).isStale)
  }

  @Test(arguments: ["max-age=60, must-revalidate", "max-age=60, no-cache"])
  func `no stale picture answers for a server that fails when the server forbids it`(fields: String) async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", fields)
    let request = try bench.request("/a.png")
    _ = try await bench.restart().image(for: request)
    bench.pass(.seconds(3600))
    bench.server.on("/a.png", .status(503))
    let pipeline = bench.restart()
    await #expect { try await pipeline.image(for: request) } throws: { ($0 as? LoadError)?.code == .status(503) }
    bench.server.stop()
    await #expect { try await pipeline.image(for: request) } throws: {
      ($0 as? LoadError)?.code == .transport(.cannotConnect)
    }
  }
}
