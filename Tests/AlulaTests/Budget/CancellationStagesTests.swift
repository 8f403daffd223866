import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// A load may be cancelled wherever it is: it ends at once, gives back its place, its memory, its connection, and disturbs nobody.
@Suite(.timeLimit(.minutes(1))) struct CancellationStagesTests {
  private static let picture = SampleImages.png(width: 64, height: 64)
  private static let url = "http://a.example/picture.png"
  private static let other = "http://a.example/other.png"

  enum Stage: CaseIterable, Sendable {
    case waitingForItsTurn, connecting, receiving, heldBack
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: Stage.allCases)
  func `a load ends at once on its way through the network`(stage: Stage) throws {
    let executor = ManualExecutor()
    let transport = FakeTransport(on: executor)
    var configuration = ImagePipeline.Configuration.ephemeral(
      transport: transport, memoryCache: MemoryCache(trimsOnPressure: false))
    configuration.network.maximumRequests = stage == .waitingForItsTurn ? 1 : 2
    configuration.memoryBudget = .megabytes(1)
    configuration.run(on: executor)
    let pipeline = ImagePipeline(configuration: configuration)
    let whole = FakeAnswer.ok(Self.picture, type: "image/png")
    let long = FakeAnswer.ok(Self.picture + [UInt8](repeating: 0, count: 900_000), type: "image/png")
    // The other load: holds the only place, or most of the memory.
    transport.on(Self.other, FakeAnswer((stage == .heldBack ? long : whole).parts + [.hold]))
    switch stage {
    case .waitingForItsTurn: transport.on(Self.url, whole)
    case .connecting: transport.on(Self.url, .hangs)
    case .receiving: transport.on(Self.url, FakeAnswer(whole.parts + [.hold]))
    case .heldBack: transport.on(Self.url, long)
    }
    let others = Locked(0)
    let othersTask = pipeline.task(for: try ImageRequest(Self.other))
    let othersEvents = othersTask.events
    Task(executorPreference: executor) {
      for await event in othersEvents { if case .finished(.success) = event { others.withLock { $0 += 1 } } }
    }
    executor.drain()
    let task = pipeline.task(for: try ImageRequest(Self.url))
    let ends = Locked<[LoadError.Code?]>([])
    let events = task.events
    Task(executorPreference: executor) {
      for await event in events {
        guard case .finished(let result) = event else { continue }
        if case .failure(let error) = result {
          ends.withLock { $0.append(error.code) }
        } else {
          ends.withLock { $0.append(nil) }
        }
      }
    }
    executor.drain()
    #expect(ends.withLock { $0 }.isEmpty)
    let sent = transport.requests(to: Self.url).count
    #expect(sent == (stage == .waitingForItsTurn ? 0 : 1))
    task.cancel()
    executor.drain()
    #expect(ends.withLock { $0 } == [.cancelled])
    #expect(transport.counters.cancelled == sent)
    // The other one has its place and memory, and goes on.
    transport.release(Self.other)
    executor.drain()
    #expect(others.withLock { $0 } == 1)
    #expect(pipeline.memoryUse.bodies == .zero)
    #expect(pipeline.metrics.requests.waiting == 0)
    #expect(pipeline.web.gate.runningCount == 0)
    #expect(pipeline.web.gate.waitingCount == 0)
  }

  @Test func `a load that waits for a decoding thread ends at once, and the decode before it goes on`() async throws {
    let decoder = HeldDecoder()
    let bench = try LoadingBench(decoder: decoder) { $0.maximumDecodes = 1 }
    bench.server.on("/a", LoadingBench.pictureResponse)
    bench.server.on("/b", LoadingBench.pictureResponse)
    let first = bench.pipeline.task(for: try bench.request("/a"))
    await decoder.untilStarted()
    let second = bench.pipeline.task(for: try bench.request("/b"))
    while bench.pipeline.metrics.decoding.waiting == 0 { await Task.yield() }
    second.cancel()
    #expect(await Self.end(second) == .cancelled)
    #expect(decoder.count == 1)
    while bench.pipeline.metrics.decoding.waiting > 0 { await Task.yield() }
    decoder.release()
    #expect(await Self.end(first) == nil)
  }

  @Test func `a load that is being decoded ends at once, and its thread is free when the decoder looks up`()
    async throws
  {
    let decoder = HeldDecoder()
    let bench = try LoadingBench(decoder: decoder) { $0.maximumDecodes = 1 }
    bench.server.on("/a", LoadingBench.pictureResponse)
    bench.server.on("/b", LoadingBench.pictureResponse)
    let first = bench.pipeline.task(for: try bench.request("/a"))
    await decoder.untilStarted()
    first.cancel()
    #expect(await Self.end(first) == .cancelled)
    decoder.release()
    #expect(await Self.end(bench.pipeline.task(for: try bench.request("/b"))) == nil)
    // Whoever asks next loads anew: what was cancelled left nothing behind.
    #expect(bench.cache.statistics.count == 1)
    #expect(bench.pipeline.memoryUse.decodes == .zero)
  }

  /// How a load ended; `nil` with a picture.
  private static func end(_ task: ImageTask) async -> LoadError.Code? {
    for await event in task.events {
      guard case .finished(let result) = event else { continue }
      if case .failure(let error) = result { return error.code }
    }
    return nil
  }
}
