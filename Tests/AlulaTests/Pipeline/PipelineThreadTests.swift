import AlulaTesting
import Foundation
import Testing

@testable import Alula

@Suite struct PipelineThreadTests {
  @MainActor
  @Test func `a decode never runs on the main thread, also when the main thread asks`() async throws {
    MainQueueMark.set()
    #expect(MainQueueMark.isHere, "the check itself works")
    let decoder = HeldDecoder()
    decoder.release()
    let bench = try LoadingBench(decoder: decoder)
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    _ = try await bench.image("/a.png")
    _ = try await bench.pipeline.image(for: ImageRequest(data: Data(LoadingBench.picture)))
    #expect(decoder.count == 2)
    #expect(!decoder.wasOnMainThread)
  }

  @MainActor
  @Test func `a memory hit is answered in the same turn`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    let request = try bench.request("/a.png")
    _ = try await bench.pipeline.image(for: request)
    // No await from here on: what comes now comes in this turn.
    let hit = bench.pipeline.cachedImage(for: request)
    let events = bench.pipeline.task(for: request)
    #expect(hit?.image.width == 32)
    #expect(events.hasEnded)
  }

  @Test func `a cancelled decode stops at its next rows`() async throws {
    let decoder = RowCounter()
    let bench = try LoadingBench(decoder: decoder)
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    let task = bench.pipeline.task(for: try bench.request("/a.png"))
    await decoder.started.wait()
    task.cancel()
    await decoder.ended.wait()
    await #expect { try await task.response } throws: { ($0 as? LoadError)?.code == .cancelled }
  }

  @Test func `as many decodes run at once as the configuration says`() async throws {
    let decoder = HeldDecoder()
    let bench = try LoadingBench(decoder: decoder) { $0.maximumDecodes = 2 }
    let tasks = (0..<5).map { index in
      bench.pipeline.task(for: ImageRequest(data: Data(LoadingBench.picture), id: "\(index)"))
    }
    await decoder.untilStarted(2)
    for _ in 0..<1_000 { await Task.yield() }
    #expect(decoder.count == 2)
    decoder.release()
    for task in tasks { _ = try await task.response }
    #expect(decoder.count == 5)
  }
}

/// A decode that goes on, row by row, until it sees that its task is cancelled.
private final class RowCounter: ImageDecoder {
  let started = Door()
  let ended = Door()

  func decode(_ data: Data, options: DecodeOptions) throws(LoadError) -> Bitmap {
    started.open()
    defer { ended.open() }
    while !Task.isCancelled {}
    throw .cancelled
  }
}
