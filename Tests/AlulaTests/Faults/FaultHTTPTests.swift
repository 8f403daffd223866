import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// Faults that people met with other libraries: answers that are no pictures.
@Suite struct FaultHTTPTests {
  @Test(arguments: ["text/html; charset=utf-8", "image/jpeg"])
  func `F01: an HTML page is never a picture, whatever it is sent as, and is stored nowhere`(type: String) async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.jpg", [.ok(SampleImages.htmlErrorPage, type: type), LoadingBench.pictureResponse])
    guard case .notAnImage(let found) = await bench.failure("/a.jpg") else {
      Issue.record("an HTML page was taken")
      return
    }
    #expect(found.contains("HTML"))
    #expect(bench.cache.statistics.count == 0)
    #expect(await bench.failure("/a.jpg") == nil)
    #expect(bench.server.counters.requests == 2)
  }

  @Test func `F04: an empty success is an error and is not cached`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", [.ok([], type: "image/png"), LoadingBench.pictureResponse])
    #expect(await bench.failure("/a.png") == .empty)
    #expect(await bench.failure("/a.png") == nil)
  }

  @Test(arguments: [LoopbackResponse.Ending.closes, .resets])
  func `F05: a body that ends early is an error, is not stored, and the next request is a full load`(
    ending: LoopbackResponse.Ending
  ) async throws {
    let bench = try LoadingBench()
    let picture = SampleImages.jpeg
    let whole = LoopbackResponse.ok(picture, type: "image/jpeg")
    bench.server.on("/a.jpg", [whole.cut(after: picture.count * 6 / 10, by: ending), whole])
    let failure = await bench.failure("/a.jpg")
    #expect(failure == .truncated || failure == .transport(.connectionLost))
    #expect(bench.cache.statistics.count == 0)
    #expect(await bench.failure("/a.jpg") == nil)
    #expect(bench.server.requests.last?.headers["Range"] == nil)
  }

  @Test func `F05: half a picture sent as if it were whole is an error`() async throws {
    let bench = try LoadingBench()
    for (target, picture) in [("/a.jpg", SampleImages.jpeg), ("/a.png", LoadingBench.picture)] {
      let half = Array(picture.prefix(picture.count * 6 / 10))
      bench.server.on(target, LoopbackResponse.ok(half).with { $0.framing = .untilClose })
      let failure = await bench.failure(target)
      #expect(failure == .decoding || failure == .truncated)
    }
    #expect(bench.cache.statistics.count == 0)
  }

  @Test func `F07: a chunked answer takes one request and its total is unknown`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse.with { $0.framing = .chunked(sizes: [20]) })
    bench.server.hold("/a.png")
    let task = bench.pipeline.task(for: try bench.request("/a.png"))
    let events = task.events
    bench.server.release("/a.png")
    var progress: [LoadProgress] = []
    var ends = 0
    for await event in events {
      switch event {
      case .progress(let step): progress.append(step)
      case .preview: break
      case .finished(let result):
        ends += 1
        #expect(throws: Never.self) { try result.get() }
      }
    }
    #expect(ends == 1)
    #expect(!progress.isEmpty)
    for step in progress {
      #expect(step.total == nil)
      #expect(step.fraction == nil)
    }
    #expect(progress.last?.received == ByteCount(LoadingBench.picture.count))
    #expect(bench.server.counters.requests == 1)
  }

  @Test func `a known total is reported and never passed`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse.with { $0.pieceSize = 16 })
    let task = bench.pipeline.task(for: try bench.request("/a.png"))
    for await event in task.events {
      guard case .progress(let step) = event, let fraction = step.fraction else { continue }
      #expect(fraction > 0 && fraction <= 1)
      #expect(step.total == ByteCount(LoadingBench.picture.count))
    }
  }

  @Test(arguments: [
    ("image/jpeg; charset=UTF-8; foo=\"a;b\"", "/a.jpg"), ("application/octet-stream", "/a.jpg"),
    ("binary/octet-stream", "/a"), ("image/webp", "/a.jpg"), ("", "/a.gif"),
  ])
  func `F12: the first bytes decide the format, not the media type or the name`(type: String, target: String) async throws {
    let bench = try LoadingBench()
    bench.server.on(target, .ok(LoadingBench.picture, type: type))
    #expect(try await bench.image(target).format == .png)
  }
}
