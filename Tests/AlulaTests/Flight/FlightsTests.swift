import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// A thousand callers of one picture, in orders that a seed decides.
@Suite struct FlightsTests {
  private static let url = "http://example.org/a.png"
  private static let picture = SampleImages.png(width: 8, height: 8)

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private struct Scene {
    let executor: ManualExecutor
    let transport: FakeTransport
    let pipeline: ImagePipeline

    init(seed: UInt64) {
      executor = ManualExecutor(seed: seed)
      transport = FakeTransport(on: executor)
      var configuration = ImagePipeline.Configuration.ephemeral(
        transport: transport, memoryCache: MemoryCache(trimsOnPressure: false))
      configuration.run(on: executor)
      pipeline = ImagePipeline(configuration: configuration)
    }

    /// Hears how `task` ends, on the executor.
    func listen(to task: ImageTask, _ heard: @escaping @Sendable (Result<ImageResponse, LoadError>) -> Void) {
      let events = task.events
      Task(executorPreference: executor) {
        for await event in events {
          if case .finished(let result) = event { heard(result) }
        }
      }
    }
  }

  /// How often each of many loads ended, and with what.
  private final class Ends: Sendable {
    private let state: Locked<(counts: [Int], failures: [Int: LoadError])>

    init(count: Int) { state = Locked(([Int](repeating: 0, count: count), [:])) }

    var counts: [Int] { state.withLock { $0.counts } }
    var failures: [Int: LoadError] { state.withLock { $0.failures } }

    func add(_ result: Result<ImageResponse, LoadError>, for index: Int) {
      state.withLock { state in
        state.counts[index] += 1
        if case .failure(let error) = result { state.failures[index] = error }
      }
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: 0..<12 as Range<UInt64>)
  func `a thousand waiters with random cancels make one request, and each ends exactly once`(seed: UInt64) throws {
    let scene = Scene(seed: seed)
    scene.transport.on(Self.url, FakeAnswer.ok(Self.picture, type: "image/png").held())
    var generator = SeededGenerator(seed: seed)
    let request = try ImageRequest(Self.url)
    let ends = Ends(count: 1_000)
    var cancelled: Set<Int> = []
    var tasks: [ImageTask] = []
    for index in 0..<1_000 {
      let task = scene.pipeline.task(for: request)
      scene.listen(to: task) { ends.add($0, for: index) }
      tasks.append(task)
      // The first never leaves, so the one flight goes on.
      if Bool.random(using: &generator) { _ = scene.executor.step() }
      if index > 0, Int.random(in: 0..<3, using: &generator) == 0 {
        let victim = Int.random(in: 1...index, using: &generator)
        tasks[victim].cancel()
        cancelled.insert(victim)
      }
    }
    scene.executor.drain()
    scene.transport.release(Self.url)
    for _ in 0..<200 {
      _ = scene.executor.step()
      let victim = Int.random(in: 1..<1_000, using: &generator)
      tasks[victim].cancel()
      cancelled.insert(victim)
    }
    scene.executor.drain()
    #expect(scene.transport.counters.started == 1)
    #expect(ends.counts == [Int](repeating: 1, count: 1_000))
    for (index, failure) in ends.failures {
      #expect(failure.isCancelled && cancelled.contains(index))
    }
    #expect(!cancelled.isEmpty && cancelled.count < 1_000)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `when everybody leaves the transfer is cancelled, and who asks next gets a picture`(seed: UInt64) throws {
    let scene = Scene(seed: seed)
    scene.transport.on(Self.url, FakeAnswer.ok(Self.picture, type: "image/png").held(), .ok(Self.picture))
    let request = try ImageRequest(Self.url)
    let first = (0..<20).map { _ in scene.pipeline.task(for: request) }
    scene.executor.drain()
    #expect(scene.transport.counters.running == 1)
    for task in first { task.cancel() }
    let second = scene.pipeline.task(for: request)
    let ends = Ends(count: 1)
    scene.listen(to: second) { ends.add($0, for: 0) }
    scene.executor.drain()
    #expect(scene.transport.counters.cancelled == 1)
    #expect(scene.transport.counters.running == 0)
    #expect(ends.counts == [1] && ends.failures.isEmpty)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a flight has the highest priority of its waiters and falls back when that one leaves`() throws {
    let scene = Scene(seed: 1)
    var limits = NetworkLimits.patient
    limits.maximumRequests = 1
    var configuration = ImagePipeline.Configuration.ephemeral(
      transport: scene.transport, memoryCache: MemoryCache(trimsOnPressure: false))
    configuration.network = limits
    configuration.run(on: scene.executor)
    let pipeline = ImagePipeline(configuration: configuration)
    scene.transport.onEverythingElse { _ in FakeAnswer.ok(Self.picture).held() }
    func load(_ name: String, _ priority: Priority) throws -> ImageTask {
      var request = try ImageRequest("http://example.org/\(name)")
      request.priority = priority
      defer { scene.executor.drain() }
      return pipeline.task(for: request)
    }
    _ = try load("running", .normal)
    let low = try load("low", .low)
    _ = try load("normal", .normal)
    let visible = try load("low", .high)
    _ = try load("risen", .veryLow)
    let risen = try load("risen", .veryLow)
    visible.cancel()
    risen.priority = .veryHigh
    for name in ["running", "risen", "normal", "low"] {
      #expect(scene.transport.requests.last?.url == "http://example.org/\(name)")
      scene.transport.release("http://example.org/\(name)")
      scene.executor.drain()
    }
    #expect(low.priority == .low)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `what was asked for last is decoded first, in whatever order the bytes arrive`() throws {
    let executor = ManualExecutor()
    let transport = FakeTransport(on: executor)
    transport.onEverythingElse { _ in FakeAnswer.ok(Self.picture).held() }
    let decoded = Locked<[String]>([])
    var configuration = ImagePipeline.Configuration.ephemeral(
      transport: transport, decoder: Recorder(decoded), memoryCache: MemoryCache(trimsOnPressure: false))
    configuration.network.maximumRequestsPerHost = 6
    configuration.maximumDecodes = 1
    configuration.run(on: executor)
    let pipeline = ImagePipeline(configuration: configuration)
    let names = ["a", "b", "c", "d"]
    for (index, name) in names.enumerated() {
      let target = TargetSize.pixels(Double(index + 1), 100)
      _ = pipeline.task(for: try ImageRequest("http://example.org/\(name)", target: target))
    }
    executor.drain()
    // Everything arrives before the first decode begins, the newest first.
    for name in names.reversed() { transport.release("http://example.org/\(name)") }
    executor.drain()
    let order = decoded.withLock { $0 }
    #expect(order.count == 4)
    #expect(Array(order.dropFirst()) == order.dropFirst().sorted(by: >))
  }

  /// Notes the width of the target, which tells the loads apart.
  private struct Recorder: ImageDecoder {
    let decoded: Locked<[String]>

    init(_ decoded: Locked<[String]>) { self.decoded = decoded }

    func decode(_ data: Data, options: DecodeOptions) throws(LoadError) -> Bitmap {
      decoded.withLock { $0.append("\(options.target?.width ?? 0)") }
      return try DefaultImageDecoder().decode(data, options: options)
    }
  }
}
