import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// What people met with other caches: cases of the shared list, through the whole pipeline.
@Suite struct CacheFaultTests {
  @Test func `F02: a 304 delivers the stored picture and renews it`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=0")
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    let first = try await pipeline.data(for: request)
    let second = try await pipeline.data(for: request)
    #expect(second.data == first.data)
    #expect(second.cacheReport?.decision == .revalidated)
    #expect(bench.server.counters(for: "/a.png").bodyBytesSent == ByteCount(first.data.count))
  }

  @Test func `F08: a range that the server ignores is no part of anything`() async throws {
    let bench = try CacheBench()
    let body = SampleImages.png(width: 64, height: 64)
    let whole = LoopbackResponse(
      200, headers: ["Content-Type": "image/png", "Cache-Control": "max-age=3600", "ETag": "\"v\""], body: .bytes(body))
    bench.server.on("/a.png", [whole.cut(after: body.count * 6 / 10), whole])
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    await #expect { try await pipeline.data(for: request) } throws: { ($0 as? LoadError)?.code == .truncated }
    let task = pipeline.task(for: request)
    var highest = 0.0
    for await event in task.events {
      if case .progress(let progress) = event { highest = max(highest, progress.fraction ?? 0) }
    }
    #expect(highest == 1)
    #expect(try await Array(pipeline.data(for: request).data) == body)
    #expect(bench.server.counters.requests == 2)
  }

  @Test func `F14: being offline is not remembered`() async throws {
    let bench = try CacheBench()
    bench.server.on(
      "/a.png", [.raw("", ending: .resets), .ok(SampleImages.png(width: 8, height: 8), type: "image/png")])
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    await #expect(throws: LoadError.self) { try await pipeline.image(for: request) }
    #expect(try await pipeline.image(for: request).image.width == 8)
  }

  @Test func `F14: a 404 is remembered as long as HTTP says, and no longer`() async throws {
    let bench = try CacheBench()
    let missing = LoopbackResponse.status(404, headers: ["Cache-Control": "max-age=30"])
    bench.server.on("/a.png", [missing, .ok(SampleImages.png(width: 8, height: 8), type: "image/png")])
    bench.server.on("/b.png", .status(404))
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    for _ in 0..<2 {
      await #expect { try await pipeline.image(for: request) } throws: { ($0 as? LoadError)?.code == .status(404) }
    }
    #expect(bench.server.counters.requests == 1)
    bench.pass(.seconds(31))
    #expect(try await pipeline.image(for: request).image.width == 8)
    // Without a word about freshness it is asked for each time.
    let other = try bench.request("/b.png")
    for _ in 0..<2 { await #expect(throws: LoadError.self) { try await pipeline.image(for: other) } }
    #expect(bench.server.counters(for: "/b.png").requests == 2)
  }

  @Test func `what is no picture is not stored, whatever its fields say`() async throws {
    let bench = try CacheBench()
    let page = LoopbackResponse(
      200, headers: ["Content-Type": "image/png", "Cache-Control": "max-age=3600"],
      body: .text("<!DOCTYPE html><title>Sign in</title>"))
    bench.server.on("/a.png", [page, page, .ok(SampleImages.png(width: 8, height: 8), type: "image/png")])
    let request = try bench.request("/a.png")
    for _ in 0..<2 {
      let pipeline = bench.restart()
      await #expect { try await pipeline.image(for: request) } throws: {
        if case .notAnImage = ($0 as? LoadError)?.code { true } else { false }
      }
    }
    #expect(try await bench.restart().image(for: request).image.width == 8)
  }

  @Test func `a picture that turns out damaged when it is decoded is not kept`() async throws {
    let bench = try CacheBench()
    let picture = SampleImages.png(width: 64, height: 64)
    let headers: HTTPHeaders = ["Content-Type": "image/png", "Cache-Control": "max-age=3600"]
    bench.server.on(
      "/a.png",
      [
        LoopbackResponse(200, headers: headers, body: .bytes(Array(picture.dropLast(40)))),
        LoopbackResponse(200, headers: headers, body: .bytes(picture)),
      ])
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    await #expect { try await pipeline.image(for: request) } throws: { ($0 as? LoadError)?.code == .truncated }
    #expect(try await pipeline.image(for: request).image.width == 64)
  }

  @Test func `a picture behind a redirect is as fresh as the redirect`() async throws {
    let bench = try CacheBench()
    bench.serve("/b.png", "max-age=3600")
    bench.server.on(
      "/a.png", LoopbackResponse(302, headers: ["Location": "/b.png", "Cache-Control": "max-age=10"]))
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    _ = try await pipeline.image(for: request)
    #expect(try await pipeline.image(for: request).source == .memory)
    bench.pass(.seconds(11))
    _ = try await pipeline.image(for: request)
    #expect(bench.server.counters(for: "/a.png").requests == 2)
    #expect(bench.server.counters(for: "/b.png").requests == 1)
    #expect(bench.decodes.count == 1)
  }

  @Test func `a long body streams to the disk while it comes, and what is cut leaves nothing`() async throws {
    let bench = try CacheBench()
    let picture = SampleImages.png(width: 640, height: 480)
    #expect(picture.count > 3 * Intake.pieceSize)
    let headers: HTTPHeaders = ["Content-Type": "image/png", "Cache-Control": "max-age=3600"]
    let whole = LoopbackResponse(200, headers: headers, body: .bytes(picture))
    bench.server.on("/a.png", [whole.cut(after: picture.count - 10), whole])
    let request = try bench.request("/a.png")
    var stored = request
    stored.cachePolicy = .onlyCached
    await #expect(throws: LoadError.self) { try await bench.restart().data(for: request) }
    await #expect(throws: LoadError.self) { try await bench.restart().data(for: stored) }
    _ = try await bench.restart().data(for: request)
    #expect(try await Array(bench.restart().data(for: stored).data) == picture)
  }
}
