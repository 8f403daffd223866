import AlulaTesting
import Foundation
import Testing

@testable import Alula

@Suite struct PipelineMetricsTests {
  private static func keys(_ object: Any, _ path: String = "") -> [String] {
    guard let object = object as? [String: Any] else { return [path] }
    return object.keys.sorted().flatMap { keys(object[$0] as Any, path.isEmpty ? $0 : "\(path).\($0)") }
  }

  @Test func `the keys of the JSON are these, whatever was counted`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    let durations = ["count", "max_ms", "min_ms", "p50_ms", "p90_ms", "p99_ms", "total_ms"]
    let wanted =
      ["failed", "fetched", "fresh", "revalidated", "stale"].map { "cache.\($0)" }
      + [
        "cancelled", "decoded", "encoded_bytes", "failed", "pixel_bytes", "queue_time", "queued", "running", "time",
        "waiting",
      ].map { "decoding.\($0)" }
      + ["disk_fresh", "disk_stale", "disk_validated", "memory", "network"].map { "hit_rates.\($0)" }
      + ["body_bytes", "decode_bytes", "limit_bytes", "peak_bytes", "picture_bytes"].map { "memory.\($0)" }
      + [
        "abandoned_bytes", "abandoned_loads", "cancelled", "client_errors", "completed", "failed", "first_byte_time",
        "in_flight_bytes", "not_modified", "queue_time", "queued", "received_bytes", "redirects", "retries", "running",
        "sent", "server_errors", "successes", "transfer_time", "waiting",
      ].map { "network.\($0)" }
      + ["fetched", "fetched_bytes", "unused", "unused_bytes", "used", "used_bytes"].map { "prefetch.\($0)" }
      + [
        "answered_by_disk_fresh", "answered_by_disk_stale", "answered_by_disk_validated", "answered_by_memory",
        "answered_by_network", "answered_locally", "asked", "cancelled", "failed", "joined", "joined_downloads",
        "refreshes", "time", "waiting",
      ].map { "requests.\($0)" }
    let all = wanted.flatMap { key in key.hasSuffix("time") ? durations.map { "\(key).\($0)" } : [key] }
    for _ in 0..<2 {
      let json = Data(bench.pipeline.metrics.json.utf8)
      #expect(Self.keys(try JSONSerialization.jsonObject(with: json)) == all)
      _ = try await bench.image("/a.png")
    }
  }

  @Test func `metrics read their own JSON`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    _ = try await bench.image("/a.png")
    _ = try await bench.image("/a.png")
    _ = await bench.failure("/none")
    let metrics = bench.pipeline.metrics
    #expect(try JSONDecoder().decode(PipelineMetrics.self, from: Data(metrics.json.utf8)) == metrics)
    #expect(metrics.hitRates.memory == 0.5)
    #expect(metrics.hitRates.network == 0.5)
    #expect(metrics.requests.failed == 1)
    #expect(metrics.decoding.decoded == 1)
    #expect(metrics.decoding.encoded == ByteCount(LoadingBench.picture.count))
    #expect(metrics.decoding.pixels == ByteCount(32 * 24 * 4))
    #expect(metrics.json.hasSuffix("}\n"))
  }

  @Test func `what waits and what runs is counted while it does`() async throws {
    let decoder = HeldDecoder()
    let bench = try LoadingBench(decoder: decoder) { configuration in
      configuration.maximumDecodes = 1
      configuration.network.maximumRequests = 2
    }
    for name in ["a", "b", "c"] { bench.server.on("/\(name)", LoadingBench.pictureResponse) }
    bench.server.hold(prefix: "/")
    let tasks = try ["/a", "/b", "/c"].map { bench.pipeline.task(for: try bench.request($0)) }
    await bench.server.until(.requests(2))
    var metrics = bench.pipeline.metrics
    #expect(metrics.requests.waiting == 3)
    #expect(metrics.network.running == 2 && metrics.network.waiting == 1)
    bench.server.releaseAll()
    await decoder.untilStarted()
    metrics = bench.pipeline.metrics
    #expect(metrics.decoding.running == 1)
    decoder.release()
    for task in tasks { _ = try await task.response }
    metrics = bench.pipeline.metrics
    #expect(metrics.requests.waiting == 0 && metrics.network.running == 0 && metrics.decoding.running == 0)
    #expect(metrics.decoding.queued == 3 && metrics.decoding.decoded == 3)
  }

  @Test func `who leaves before a place is free was never sent, and is no load on the decoder`() async throws {
    let decoder = HeldDecoder()
    let book = EventBook()
    let bench = try LoadingBench(decoder: decoder) { configuration in
      configuration.maximumDecodes = 1
      configuration.network.maximumRequests = 1
      configuration.observer = book
    }
    for name in ["a", "b", "c"] { bench.server.on("/\(name)", LoadingBench.pictureResponse) }
    let first = bench.pipeline.task(for: try bench.request("/a"))
    await decoder.untilStarted()
    let second = bench.pipeline.task(for: try bench.request("/b"))
    await book.until(2) { $0 == .decodeQueued }
    second.cancel()
    await book.until { $0 == .decodeLeft }
    bench.server.hold("/c")
    let third = bench.pipeline.task(for: try bench.request("/c"))
    await bench.server.until(.requests(3))
    let fourth = bench.pipeline.task(for: try bench.request("/a2"))
    await book.until(4) { $0 == .waiting }
    fourth.cancel()
    await book.until { $0 == .networkLeft }
    decoder.release()
    bench.server.release("/c")
    _ = try await (first.response, third.response)
    let metrics = bench.pipeline.metrics
    #expect(metrics.network.queued == 4 && metrics.network.sent == 3 && metrics.network.waiting == 0)
    #expect(metrics.decoding.queued == 3 && metrics.decoding.decoded == 2 && metrics.decoding.cancelled == 1)
    #expect(metrics.requests.cancelled == 2)
    #expect(bench.server.counters.requests == 3)
  }

  @Test func `prefetched pictures that nobody shows are waste`() {
    var statistics = PrefetchStatistics()
    (statistics.fetched, statistics.fetchedBytes) = (3, .bytes(600))
    (statistics.used, statistics.usedBytes) = (1, .bytes(200))
    let prefetch = PipelineWatch(nil, now: { .zero }).metrics(memoryHits: 0, prefetched: statistics).prefetch
    #expect(prefetch.fetched == 3 && prefetch.used == 1 && prefetch.unused == 2)
    #expect(prefetch.fetchedBytes == .bytes(600) && prefetch.unusedBytes == .bytes(400))
  }

  @Test func `a retry is counted and told`() {
    let book = EventBook()
    let watch = PipelineWatch(book, now: { .zero })
    LoadWatch(watch, .uncounted).retrying(attempt: 2, after: .seconds(1), host: "a.example")
    #expect(watch.metrics(memoryHits: 0, prefetched: PrefetchStatistics()).network.retries == 1)
    #expect(book.events.map(\.kind) == [.retrying(attempt: 2, after: .seconds(1))])
  }
}
