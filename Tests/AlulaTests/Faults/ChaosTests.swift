import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// A list under stress: a server that fails in every way, and callers that leave, and change their minds. `ALULA_SOAK` sets the number of
/// requests, `ALULA_SEED` repeats a run.
@Suite(.timeLimit(.minutes(10))) struct ChaosTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["ALULA_SOAK"].flatMap(Int.init) ?? 400
  private static let seed = environment["ALULA_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0..<1_000_000)
  private static let lanes = 24
  private static let sizes: [TargetSize?] = [
    nil, .pixels(8, 8), .pixels(16, 16, mode: .fill), .pixels(24, 12, mode: .fill),
  ]
  private static let cap = ByteCount(200_000)

  private let folder: TemporaryFolder
  private let store: DiskStore
  private let chaos: ChaosServer
  private let pipeline: ImagePipeline

  init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    store = DiskStore(directory: folder.url)
    chaos = try ChaosServer()
    pipeline = Self.pipeline(store)
  }

  private static func pipeline(_ store: DiskStore) -> ImagePipeline {
    var configuration = ImagePipeline.Configuration.ephemeral(
      memoryCache: MemoryCache(costLimit: cap, trimsOnPressure: false))
    configuration.diskStore = store
    configuration.network = .patient
    configuration.network.retry = RetryPolicy()
    configuration.network.maximumRequests = 12
    configuration.network.maximumRequestsPerHost = 12
    // The waits between attempts take no time.
    configuration.retryPacing = RetryPacing(
      sleep: { _ in
        await Task.yield()
        try Task.checkCancellation()
      }, fraction: { 0.5 })
    return ImagePipeline(configuration: configuration)
  }

  @Test func `whatever a server does and whoever leaves, every caller gets one end and nothing wrong is kept`()
    async throws
  {
    print("ChaosTests: \(Self.count) requests, ALULA_SEED=\(Self.seed)")
    let tally = try await run(cancels: true, count: Self.count, seed: Self.seed)
    #expect(tally.faults.isEmpty, "\(tally.faults.count) with ALULA_SEED=\(Self.seed), first \(tally.faults.prefix(5))")
    #expect(tally.counts.cancelled > 0 && tally.counts.failed > 0 && tally.counts.network > 0)

    // Who was answered is settled; what nobody waits for any more may still be on its way out.
    await until { pipeline.metrics.network.running == 0 && pipeline.metrics.network.waiting == 0 }
    let (metrics, seen) = (pipeline.metrics, chaos.server.counters.requests)
    #expect(MetricsTally(metrics.requests) == tally.counts)
    #expect(metrics.requests.waiting == 0)
    #expect(metrics.network.inFlight == .zero)
    // A request that was cancelled on its way may not have reached the server.
    #expect(seen <= metrics.network.sent && seen >= metrics.network.sent - metrics.network.cancelled)

    try await agreeWithoutCancelling()
    try await everythingKeptIsRight()
  }

  /// Attempts that nobody cancels reach the server, each one.
  private func agreeWithoutCancelling() async throws {
    let before = (sent: pipeline.metrics.network.sent, seen: chaos.server.counters.requests)
    pipeline.memoryCache.removeAll()
    let tally = try await run(cancels: false, count: max(100, Self.count / 10), seed: Self.seed &+ 1)
    #expect(tally.faults.isEmpty, "\(tally.faults.count) with ALULA_SEED=\(Self.seed), first \(tally.faults.prefix(5))")
    await until { pipeline.metrics.network.running == 0 }
    #expect(pipeline.metrics.network.sent - before.sent == chaos.server.counters.requests - before.seen)
  }

  /// In memory at each size, and on the disk for a pipeline that has seen nothing yet.
  private func everythingKeptIsRight() async throws {
    let other = Self.pipeline(store)
    let sent = chaos.server.counters.requests
    var kept = (memory: 0, disk: 0)
    for kind in ChaosServer.Kind.allCases {
      for number in ChaosServer.numbers {
        for size in Self.sizes {
          let request = try request(kind, number, size)
          guard let response = pipeline.cachedImage(for: request) else { continue }
          kept.memory += 1
          #expect(ChaosServer.number(in: response.image) == number, "\(kind) \(number), ALULA_SEED=\(Self.seed)")
        }
        guard let found = try? await other.data(for: request(kind, number, nil)) else { continue }
        kept.disk += 1
        #expect(Array(found.data) == ChaosServer.file(number), "\(kind) \(number) on disk, ALULA_SEED=\(Self.seed)")
        let shown = try await other.image(for: request(kind, number, .pixels(8, 8)))
        #expect(ChaosServer.number(in: shown.image) == number)
      }
    }
    #expect(kept.memory > 0 && kept.disk > 0)
    #expect(chaos.server.counters.requests == sent)
  }

  private func request(_ kind: ChaosServer.Kind, _ number: Int, _ size: TargetSize?) throws(LoadError) -> ImageRequest {
    var request = try ImageRequest(chaos.url(kind, number), target: size)
    request.cachePolicy = .onlyCached
    return request
  }

  private func run(cancels: Bool, count: Int, seed: UInt64) async throws -> ChaosTally {
    await withTaskGroup(of: ChaosTally.self) { group in
      for lane in 0..<Self.lanes {
        group.addTask {
          var caller = ChaosCaller(
            pipeline: pipeline, chaos: chaos, sizes: Self.sizes, cancels: cancels,
            random: SeededGenerator(seed: seed &* 1_000 &+ UInt64(lane)))
          for _ in 0..<max(1, count / Self.lanes) { await caller.load() }
          return caller.tally
        }
      }
      return await group.reduce(into: ChaosTally()) { $0.add($1) }
    }
  }

  private func until(_ isTrue: () -> Bool) async {
    for _ in 0..<1_000_000 {
      if isTrue() { return }
      await Task.yield()
    }
  }
}
