/// Watches one load over the network: every request of it, to its end.
final class LoadWatch: Sendable {
  private let watch: PipelineWatch
  private let ask: Ask
  private let received = Locked(0)

  init(_ watch: PipelineWatch, _ ask: Ask) {
    self.watch = watch
    self.ask = ask
  }

  /// A request to `host` wants to be sent.
  func waiting(for host: String) -> TransferWatch {
    TransferWatch(watch, ask, host: host) { [received] count in received.withLock { $0 += count } }
  }

  /// The cache decided about an address of `host`.
  func decided(_ report: CacheReport, host: String) {
    watch.requests.withLock { $0.cache.add(report.decision) }
    watch.say(.decided(report), of: ask, host: host)
  }

  /// An attempt failed, and the one of that number begins after `delay`.
  func retrying(attempt: Int, after delay: Duration, host: String) {
    watch.network.withLock { $0.counts.retries += 1 }
    watch.say(.retrying(attempt: attempt, after: delay), of: ask, host: host)
  }

  /// The load is over.
  func end(isAbandoned: Bool) {
    guard isAbandoned else { return }
    let bytes = ByteCount(received.withLock { $0 })
    watch.network.withLock { network in
      network.counts.abandonedLoads += 1
      network.counts.abandoned = network.counts.abandoned + bytes
    }
    watch.say(.abandoned(bytes), of: ask)
  }
}
