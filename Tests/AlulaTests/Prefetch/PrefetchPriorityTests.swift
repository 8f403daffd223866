import AlulaTesting
import Testing

@testable import Alula

@Suite struct PrefetchPriorityTests {
  // Fault case F35.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a prefetch that becomes visible overtakes fifty others, and falls back when that waiter leaves`() throws {
    let executor = ManualExecutor()
    let transport = FakeTransport(on: executor)
    transport.onEverythingElse { _ in FakeAnswer.ok(LoadingBench.picture).held() }
    var configuration = ImagePipeline.Configuration.ephemeral(
      transport: transport, memoryCache: MemoryCache(trimsOnPressure: false))
    configuration.network.maximumRequests = 2
    configuration.network.maximumRequestsPerHost = 2
    configuration.network.order = .oldestFirst
    configuration.run(on: executor)
    let pipeline = ImagePipeline(configuration: configuration)
    let urls = (0..<52).map { "http://example.org/\($0)" }
    let prefetcher = ImagePrefetcher(pipeline: pipeline, maximumLoads: 100)
    prefetcher.start(try urls.map { try ImageRequest($0) })
    executor.drain()
    #expect(transport.requests.map(\.url) == Array(urls[..<2]))
    func visible(_ number: Int) throws -> ImageTask {
      var request = try ImageRequest(urls[number])
      request.priority = .high
      defer { executor.drain() }
      return pipeline.task(for: request)
    }
    let (stays, leaves) = (try visible(51), try visible(50))
    leaves.cancel()
    executor.drain()
    transport.release(urls[0])
    executor.drain()
    #expect(transport.requests.last?.url == urls[51])
    transport.release(urls[1])
    executor.drain()
    // 50 is among the others again: the oldest goes first.
    #expect(transport.requests.last?.url == urls[2])
    #expect(stays.priority == .high)
    prefetcher.stop()
    executor.drain()
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `its priority can be changed while it loads`() throws {
    let executor = ManualExecutor()
    let transport = FakeTransport(on: executor)
    transport.onEverythingElse { _ in FakeAnswer.ok(LoadingBench.picture).held() }
    var configuration = ImagePipeline.Configuration.ephemeral(
      transport: transport, memoryCache: MemoryCache(trimsOnPressure: false))
    configuration.network.maximumRequests = 1
    configuration.run(on: executor)
    let pipeline = ImagePipeline(configuration: configuration)
    let prefetcher = ImagePrefetcher(pipeline: pipeline)
    _ = pipeline.task(for: try ImageRequest("http://example.org/running"))
    executor.drain()
    prefetcher.start([try ImageRequest("http://example.org/ahead")])
    _ = pipeline.task(for: try ImageRequest("http://example.org/normal"))
    executor.drain()
    prefetcher.priority = .high
    transport.release("http://example.org/running")
    executor.drain()
    #expect(transport.requests.last?.url == "http://example.org/ahead")
    prefetcher.stop()
    executor.drain()
  }
}
