import Alula
import AlulaTesting
import Foundation

/// One pipeline and its list, and the counting around their runs.
@MainActor
struct Stage {
  let decoder = WatchedDecoder()
  private let site: FeedSite
  private let console: Console
  private let memory = MemoryCache()
  private let list: FeedList

  /// - Parameters:
  ///   - disk: what earlier stages left; `nil` for none.
  ///   - clock: what time it is.
  ///   - patience: how long a silent server is waited for; `nil` for the library's default.
  init(
    site: FeedSite, entries: [FeedEntry], console: Console, disk: DiskStore? = nil, clock: DemoClock = DemoClock(),
    patience: Duration? = nil
  ) {
    self.site = site
    self.console = console
    var configuration = ImagePipeline.Configuration(decoder: decoder, memoryCache: memory, diskStore: disk)
    configuration.time = clock.time
    // The demo counts requests, and its faults stay.
    configuration.network.retry = .none
    if let patience { configuration.network.requestTimeout = patience }
    list = FeedList(entries: entries, pipeline: ImagePipeline(configuration: configuration))
  }

  /// Loads `rows` and counts.
  func run(_ name: String, _ rows: [Int]) async -> Run {
    let clock = ContinuousClock()
    let (start, before, requests) = (clock.now, site.server.counters, site.server.requests.count)
    let decodes = decoder.counts.decodes
    PeakMemory.restart()
    let results = await list.load(rows) { progress in
      console.progress(name, progress.rowsDone, of: progress.rows, note: "\(progress.received)")
    }
    let run = Run(
      name: name, results: results, wallTime: start.duration(to: clock.now),
      requests: Array(site.server.requests.dropFirst(requests)),
      bytesOnWire: ByteCount(site.server.counters.bytesOnWire.bytes - before.bytesOnWire.bytes),
      bodyBytes: ByteCount(site.server.counters.bodyBytesSent.bytes - before.bodyBytesSent.bytes),
      memory: memory.statistics, decodes: decoder.counts.decodes - decodes, peakMemory: PeakMemory.read())
    console.finish(
      name, "\(run.pictures.count) of \(rows.count) pictures, \(run.requests.count) requests, \(run.wallTime.short)")
    return run
  }
}
