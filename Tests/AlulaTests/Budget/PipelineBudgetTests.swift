import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// A whole pipeline at its memory budget.
@Suite(.timeLimit(.minutes(1))) struct PipelineBudgetTests {
  /// Takes so many bytes for anything, and gives a small picture.
  private struct WeighingDecoder: ImageDecoder {
    let need: @Sendable (Data) -> Int

    func decode(_ data: Data, options: DecodeOptions) throws(LoadError) -> Bitmap {
      try options.budget.checkMemory([need(data)])
      return try Bitmap(size: PixelSize(width: 16, height: 16)) { _ in }
    }
  }

  private static let kilobyte = 1024

  /// Begins like a PNG.
  private static func body(_ kilobytes: Int) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 7, count: kilobytes * kilobyte - 8)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private struct Scene {
    let executor = ManualExecutor()
    let transport: FakeTransport
    let pipeline: ImagePipeline

    init(
      budget: Int, decoding need: Int = kilobyte, configure: (inout ImagePipeline.Configuration) -> Void = { _ in }
    ) {
      transport = FakeTransport(on: executor)
      var configuration = ImagePipeline.Configuration.ephemeral(
        transport: transport, decoder: WeighingDecoder { _ in need }, memoryCache: MemoryCache(trimsOnPressure: false))
      configuration.memoryBudget = ByteCount(budget * kilobyte)
      configuration.run(on: executor)
      configure(&configuration)
      pipeline = ImagePipeline(configuration: configuration)
    }

    func start(_ url: String, _ priority: Priority = .normal) throws -> Locked<Result<ImageResponse, LoadError>?> {
      var request = try ImageRequest(url)
      request.priority = priority
      let task = pipeline.task(for: request)
      let end = Locked<Result<ImageResponse, LoadError>?>(nil)
      let events = task.events
      Task(executorPreference: executor) {
        for await event in events {
          if case .finished(let result) = event { end.withLock { $0 = result } }
        }
      }
      return end
    }
  }

  private static func isPicture(_ end: Locked<Result<ImageResponse, LoadError>?>) -> Bool {
    if case .success? = end.withLock({ $0 }) { true } else { false }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a body that finds no room is held back, and goes on when there is room`() throws {
    let scene = Scene(budget: 1_024)
    let (first, second) = ("http://a.example/1.png", "http://b.example/2.png")
    let long = FakeAnswer.ok(Self.body(900), type: "image/png")
    scene.transport.on(first, FakeAnswer(long.parts + [.hold]))
    scene.transport.on(second, .ok(Self.body(900), type: "image/png"))
    let ends = try [scene.start(first), scene.start(second)]
    scene.executor.drain()
    // The whole of one; of the other what fits, and what its transport hands out before it pauses.
    let received = scene.transport.counters.bodyBytes
    #expect(received < ByteCount((1_024 + 256 + 32) * Self.kilobyte))
    #expect(scene.pipeline.memoryUse.bodies < ByteCount((1_024 + 256 + 128) * Self.kilobyte))
    #expect(ends.allSatisfy { !Self.isPicture($0) })
    scene.transport.release(first)
    scene.executor.drain()
    #expect(ends.allSatisfy(Self.isPicture))
    #expect(scene.pipeline.memoryUse.bodies == .zero)
    #expect(scene.pipeline.memoryUse.decodes == .zero)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `with little room what is low is not sent, what is visible is`() throws {
    let scene = Scene(budget: 512)
    // Pictures that take the rest.
    for index in 0..<9 {
      let url = "http://d.example/\(index).png"
      scene.transport.on(url, .ok(Self.body(1), type: "image/png"))
      let request = try ImageRequest(url)
      scene.pipeline.memoryCache.insert(
        ImageResponse(
          try Bitmap(size: PixelSize(width: 80, height: 160)) { _ in },
          of: EncodedImage(data: Data(), format: .png, source: .network)),
        for: try scene.pipeline.imageKey(for: request))
    }
    let (first, low, high) = ("http://a.example/1.png", "http://b.example/2.png", "http://c.example/3.png")
    let long = FakeAnswer.ok(Self.body(400), type: "image/png")
    scene.transport.on(first, FakeAnswer(long.parts + [.hold]))
    scene.transport.on(low, .ok(Self.body(1), type: "image/png"))
    scene.transport.on(high, .ok(Self.body(1), type: "image/png"))
    let held = try scene.start(first)
    scene.executor.drain()
    let prefetched = try scene.start(low, .low)
    scene.executor.drain()
    #expect(scene.transport.requests(to: low).isEmpty)
    let visible = try scene.start(high, .high)
    scene.executor.drain()
    #expect(scene.transport.requests(to: high).count == 1)
    #expect(scene.transport.requests(to: low).isEmpty)
    scene.transport.release(first)
    scene.executor.drain()
    #expect([held, prefetched, visible].allSatisfy(Self.isPicture))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `low priority alone goes on with a full cache`() throws {
    let scene = Scene(budget: 8)
    for index in 0..<40 {
      scene.transport.on("http://a.example/\(index).png", .ok(Self.body(1), type: "image/png"))
    }
    let ends = try (0..<40).map { try scene.start("http://a.example/\($0).png", .low) }
    scene.executor.drain()
    #expect(ends.allSatisfy(Self.isPicture))
    #expect(scene.pipeline.memoryUse.total <= ByteCount(8 * Self.kilobyte))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a picture that needs more than the whole budget is refused`() throws {
    let scene = Scene(budget: 100, decoding: 101 * Self.kilobyte)
    scene.transport.on("http://a.example/1.png", .ok(Self.body(1), type: "image/png"))
    let end = try scene.start("http://a.example/1.png")
    scene.executor.drain()
    guard case .failure(let error)? = end.withLock({ $0 }) else {
      Issue.record("it was taken")
      return
    }
    #expect(error.code == .tooManyPixels)
  }

  @Test func `at random everything ends, within the budget, and nothing stays counted`() async throws {
    let limit = 4 << 20
    let transport = FakeTransport()
    transport.onEverythingElse { request in
      .ok(Self.body(20 + request.url.utf8.reduce(0) { ($0 * 31 + Int($1)) % 700 }), type: "image/png")
    }
    let decoder = WeighingDecoder { $0.count * 3 }
    var configuration = ImagePipeline.Configuration.ephemeral(
      transport: transport, decoder: decoder, memoryCache: MemoryCache(trimsOnPressure: false))
    configuration.memoryBudget = ByteCount(limit)
    let pipeline = ImagePipeline(configuration: configuration)
    let priorities = Priority.allCases
    let pictures = try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<600 {
        group.addTask {
          var request = try ImageRequest("http://\(index % 7).example/\(index).png")
          request.priority = priorities[index % priorities.count]
          return try await pipeline.image(for: request).image.width
        }
      }
      return try await group.reduce(0) { $0 + ($1 == 16 ? 1 : 0) }
    }
    #expect(pictures == 600)
    let use = pipeline.memoryUse
    // Each of six transfers may be a step and a window ahead, and one piece of work goes on whatever it takes.
    let slack = 6 * 256 * Self.kilobyte + 720 * 3 * Self.kilobyte
    #expect(use.peak <= ByteCount(limit + slack), "\(use)")
    #expect(use.bodies == .zero && use.decodes == .zero)
  }
}
