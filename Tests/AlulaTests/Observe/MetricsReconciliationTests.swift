import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// The pipeline's books against the server's, to the last request and byte.
@Suite struct MetricsReconciliationTests {
  private let book = EventBook()
  private let folder: TemporaryFolder
  private let bench: LoadingBench

  init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    bench = try LoadingBench { [book] in
      $0.observer = book
      $0.diskStore = DiskStore(directory: folder.url)
    }
    for index in 0..<8 {
      let lifetimes = ["max-age=3600", "no-cache", "no-store", "max-age=0"]
      let picture = LoopbackResource(
        .bytes(SampleImages.png(width: 8 + index, height: 8)), type: "image/png", etag: "\"\(index)\"",
        headers: ["Cache-Control": lifetimes[index % 4]])
      bench.server.on("/picture\(index)", picture)
      bench.server.on("/moved\(index)", .redirect(to: "/picture\(index)"))
      bench.server.on("/cut\(index)", LoopbackResponse.ok(LoadingBench.picture, type: "image/png").cut(after: 50))
      bench.server.on("/page\(index)", .text("<html>no picture</html>"))
    }
  }

  @Test(arguments: [1, 2, 3])
  func `after a mixed load the metrics are what the server and the callers counted`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var tally = MetricsTally()
    for round in 0..<25 {
      for outcome in try await askAtOnce(&random) { tally.add(outcome) }
      if round % 5 == 4 { for outcome in try await leave(round) { tally.add(outcome) } }
      // So that disk and server have their part.
      if round % 3 == 2 { bench.cache.removeAll() }
    }
    let (metrics, server) = (bench.pipeline.metrics, bench.server.counters)
    #expect(MetricsTally(metrics.requests) == tally)
    #expect(metrics.requests.waiting == 0)
    #expect(metrics.network.sent == server.requests)
    #expect(metrics.network.received == server.bodyBytesSent)
    #expect(metrics.network.cancelled == server.clientClosedEarly)
    #expect(metrics.network.completed + metrics.network.failed == server.responses)
    #expect(metrics.network.successes == bench.server.answers(200) + 5)
    #expect(metrics.network.notModified == bench.server.answers(304))
    #expect(metrics.network.redirects == bench.server.answers(302))
    #expect(metrics.network.clientErrors == bench.server.answers(404))
    #expect(metrics.network.abandoned == ByteCount(5 * Self.partLength))
    #expect(metrics.cache.revalidated == bench.server.answers(304))
    #expect(metrics.network.waiting == 0 && metrics.network.running == 0 && metrics.network.inFlight == .zero)
    // All of it took place.
    for count in [tally.memory, tally.diskFresh, tally.diskValidated, tally.network, tally.failed, tally.cancelled] {
      #expect(count > 0)
    }
    #expect(metrics.network.notModified > 0 && metrics.network.redirects > 0 && metrics.network.clientErrors > 0)
    #expect(metrics.requests.joined > 0 && metrics.requests.joinedDownloads > 0)
    agreeWithEvents(metrics)
  }

  private static let partLength = 4096

  /// Equal and unequal requests, in one turn, so that many join.
  private func askAtOnce(_ random: inout SeededGenerator) async throws -> [Result<ImageResponse, LoadError>] {
    var tasks: [ImageTask] = []
    for _ in 0..<Int.random(in: 4...16, using: &random) {
      let kind = ["picture", "picture", "picture", "moved", "missing", "cut", "page"].randomElement(using: &random)
      let target = "/\(kind ?? "")\(Int.random(in: 0..<8, using: &random))"
      let size: TargetSize? = Bool.random(using: &random) ? .pixels(4, 4) : nil
      tasks.append(bench.pipeline.task(for: try bench.request(target, size: size)))
    }
    return await outcomes(tasks)
  }

  /// Two requests that everybody leaves: one before the server answers, one in the middle of the body.
  private func leave(_ round: Int) async throws -> [Result<ImageResponse, LoadError>] {
    let closed = bench.server.counters.clientClosedEarly
    let (held, half) = ("/held\(round)", "/half\(round)")
    bench.server.hold(held)
    let body = LoopbackResponse(body: .pattern(count: 100_000)).with { $0.bodyLatches = [Self.partLength: Latch()] }
    bench.server.on(half, body)
    let tasks = [held, held, half].map { target in
      (try? bench.request(target)).map { bench.pipeline.task(for: $0) }
    }.compactMap { $0 }
    await bench.server.until(.requests(1, to: held))
    for await event in tasks[2].events {
      if case .progress(let progress) = event, progress.received.bytes == Self.partLength { break }
    }
    for task in tasks { task.cancel() }
    await bench.server.until(.clientCloses(closed + 2))
    await book.until(2 * (round / 5 + 1)) { $0.isAbandoned }
    return await outcomes(tasks)
  }

  private func outcomes(_ tasks: [ImageTask]) async -> [Result<ImageResponse, LoadError>] {
    var outcomes: [Result<ImageResponse, LoadError>] = []
    for task in tasks {
      do throws(LoadError) {
        outcomes.append(.success(try await task.response))
      } catch { outcomes.append(.failure(error)) }
    }
    return outcomes
  }

  /// What was told is what was counted.
  private func agreeWithEvents(_ metrics: PipelineMetrics) {
    var names: [String: Int] = [:]
    for event in book.events { names[event.kind.name, default: 0] += 1 }
    let requests = metrics.requests
    #expect(names["asked", default: 0] + names["memoryHit", default: 0] == requests.asked)
    #expect(names["joined"] == requests.joined + requests.joinedDownloads)
    #expect(names["failed"] == requests.failed)
    #expect(names["cancelled"] == requests.cancelled)
    #expect(names["delivered"] == requests.time.count)
    #expect(names["waiting"] == metrics.network.queued)
    #expect(names["sent"] == metrics.network.sent)
    #expect(names["received"] == metrics.network.sent)
    #expect(names["firstByte"] == metrics.network.firstByteTime.count)
    #expect(names["decodeQueued"] == metrics.decoding.queued)
    #expect(names["decodeEnded"] == metrics.decoding.decoded + metrics.decoding.failed)
    let received = book.events.reduce(0) { sum, event in
      if case .received(let size) = event.kind { sum + size.bytes } else { sum }
    }
    #expect(received == metrics.network.received.bytes)
  }
}
