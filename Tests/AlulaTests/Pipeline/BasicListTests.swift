import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// The list that every image loader is tried with first.
@Suite struct PipelineBasicListTests {
  @Test func `a picture loads, and a second read makes no request`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    let request = try bench.request("/a.png")
    #expect(bench.pipeline.cachedImage(for: request) == nil)
    let first = try await bench.pipeline.image(for: request)
    #expect(first.image.size == PixelSize(width: 32, height: 24))
    #expect(first.source == .network)
    #expect(first.format == .png)
    #expect(try await bench.pipeline.image(for: request).source == .memory)
    #expect(bench.pipeline.cachedImage(for: request)?.source == .memory)
    #expect(bench.server.counters.requests == 1)
  }

  @Test func `404 is an error with its code, and is not cached`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", [.status(404), LoadingBench.pictureResponse])
    #expect(await bench.failure("/a.png") == .status(404))
    #expect(await bench.failure("/a.png") == nil)
    #expect(bench.server.counters.requests == 2)
  }

  @Test(arguments: [400, 401, 403, 404, 410, 429, 500, 503])
  func `a status outside 200-299 is an error`(status: Int) async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoopbackResponse(status, body: .bytes(LoadingBench.picture)))
    #expect(await bench.failure("/a.png") == .status(status))
  }

  @Test func `an unasked 206 is no picture`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoopbackResponse(206, body: .bytes(LoadingBench.picture)))
    #expect(await bench.failure("/a.png") == .truncated)
  }

  @Test func `strict checking refuses a picture that is not sent as one`() async throws {
    var limits = NetworkLimits.patient
    limits.mediaTypeCheck = .strict
    let bench = try LoadingBench(network: limits)
    bench.server.on("/text", .ok(LoadingBench.picture, type: "text/plain; charset=utf-8"))
    bench.server.on("/none", LoopbackResponse(body: .bytes(LoadingBench.picture)))
    bench.server.on("/good", .ok(LoadingBench.picture, type: "Image/PNG; x=y"))
    #expect(await bench.failure("/text") == .mediaType("text/plain"))
    #expect(await bench.failure("/none") == .mediaType(""))
    #expect(await bench.failure("/good") == nil)
  }

  @Test func `a server slower than the timeout is an error, and the next request works`() async throws {
    var limits = NetworkLimits.patient
    limits.requestTimeout = .milliseconds(150)
    let bench = try LoadingBench(network: limits)
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    bench.server.hold("/a.png")
    #expect(await bench.failure("/a.png") == .timeout)
    bench.server.release("/a.png")
    #expect(await bench.failure("/a.png") == nil)
  }

  @Test func `waiting for a turn does not count against the timeout`() async throws {
    var limits = NetworkLimits.patient
    limits.requestTimeout = .milliseconds(400)
    limits.maximumRequests = 1
    let bench = try LoadingBench(network: limits)
    // Six answers of 150 ms one after the other take longer than the timeout of any one.
    for index in 0..<6 {
      bench.server.on("/\(index)", LoadingBench.pictureResponse.with { $0.delay = .milliseconds(150) })
    }
    await withTaskGroup(of: LoadError.Code?.self) { group in
      for index in 0..<6 { group.addTask { await bench.failure("/\(index)") } }
      for await failure in group { #expect(failure == nil) }
    }
  }

  @Test func `a cancelled load ends at once and closes its socket`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    bench.server.hold("/a.png")
    let task = bench.pipeline.task(for: try bench.request("/a.png"))
    _ = await bench.server.requests(reaching: 1)
    task.cancel()
    await #expect { try await task.response } throws: { ($0 as? LoadError)?.code == .cancelled }
    #expect(await bench.server.until(.clientCloses(1)))
  }

  @Test func `a body over the cap is an error, announced or not`() async throws {
    var limits = NetworkLimits.patient
    limits.maximumBodySize = .kilobytes(10)
    let bench = try LoadingBench(network: limits)
    bench.server.on("/announced", LoopbackResponse(body: .pattern(count: 20_000)))
    bench.server.on("/chunked", LoopbackResponse(body: .pattern(count: 20_000)).with { $0.framing = .chunked })
    #expect(await bench.failure("/announced") == .tooLarge)
    #expect(await bench.failure("/chunked") == .tooLarge)
  }

  @Test func `a server that is not there is a transport error`() async throws {
    let bench = try LoadingBench()
    bench.server.stop()
    #expect(await bench.failure("/a.png") == .transport(.cannotConnect))
  }

  @Test func `only-cached never asks the server, reload always does`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    var request = try bench.request("/a.png")
    request.cachePolicy = .onlyCached
    await #expect { try await bench.pipeline.image(for: request) } throws: { ($0 as? LoadError)?.code == .notCached }
    request.cachePolicy = .reload
    #expect(try await bench.pipeline.image(for: request).source == .network)
    #expect(try await bench.pipeline.image(for: request).source == .network)
    request.cachePolicy = .onlyCached
    #expect(try await bench.pipeline.image(for: request).source == .memory)
    #expect(bench.server.counters.requests == 2)
  }

  @Test func `an invalidated picture is loaded anew, at every size`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    let sizes: [TargetSize?] = [nil, .pixels(8, 8)]
    for size in sizes { _ = try await bench.image("/a.png", size: size) }
    await bench.pipeline.invalidate(try bench.request("/a.png"))
    for size in sizes { #expect(bench.pipeline.cachedImage(for: try bench.request("/a.png", size: size)) == nil) }
    _ = try await bench.image("/a.png")
    #expect(bench.server.counters.requests == 3)
  }

  @Test func `what is invalidated while it loads is served but not kept`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    bench.server.hold("/a.png")
    let request = try bench.request("/a.png")
    let task = bench.pipeline.task(for: request)
    _ = await bench.server.requests(reaching: 1)
    await bench.pipeline.invalidate(request)
    bench.server.release("/a.png")
    #expect(try await task.response.source == .network)
    #expect(bench.pipeline.cachedImage(for: request) == nil)
  }

  @Test func `partitions do not share pictures, and can be forgotten`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    var mine = try bench.request("/a.png")
    mine.partition = CachePartition("me")
    let other = try bench.request("/a.png")
    _ = try await bench.pipeline.image(for: mine)
    #expect(bench.pipeline.cachedImage(for: other) == nil)
    _ = try await bench.pipeline.image(for: other)
    await bench.pipeline.purge(CachePartition("me"))
    #expect(bench.pipeline.cachedImage(for: mine) == nil)
    #expect(bench.pipeline.cachedImage(for: other) != nil)
  }

  @Test func `requests with different header fields are not joined`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    var request = try bench.request("/a.png")
    request.headers["Authorization"] = "Bearer one"
    _ = try await bench.pipeline.image(for: request)
    request.headers["Authorization"] = "Bearer two"
    #expect(bench.pipeline.cachedImage(for: request) == nil)
  }

  @Test func `data loads give the checked bytes`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    let response = try await bench.pipeline.data(for: try bench.request("/a.png"))
    #expect(Array(response.data) == LoadingBench.picture)
    #expect(response.headers["Content-Type"] == "image/png")
    #expect(response.format == .png)
  }

  @Test func `a log line names the host and nothing else of the URL`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/secret-path?token=abc", .status(404))
    #expect(await bench.failure("/secret-path?token=abc") == .status(404))
    let lines = bench.log.withLock { $0 }
    #expect(!lines.isEmpty)
    for line in lines {
      #expect(line.host == "127.0.0.1:\(bench.server.port)")
      #expect(!"\(line)".contains("secret") && !"\(line)".contains("abc"))
    }
  }
}
