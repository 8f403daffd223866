/// Where the stages of a pipeline say what happens: counts it, and then tells the observer, if there is one. Any thread.
///
/// Each stage has a lock of its own. A load costs some ten locks and clock readings; an answer of memory none.
final class PipelineWatch: Sendable {
  struct Requests {
    var counts = PipelineMetrics.Requests()
    var cache = PipelineMetrics.Cache()
    var time = DurationHistogram()
    var lastNumber = 0
  }

  struct Network {
    var counts = PipelineMetrics.Network()
    var queueTime = DurationHistogram()
    var firstByteTime = DurationHistogram()
    var transferTime = DurationHistogram()
  }

  struct Decoding {
    var counts = PipelineMetrics.Decoding()
    var queueTime = DurationHistogram()
    var time = DurationHistogram()
  }

  private let observer: (any PipelineObserver)?
  let now: @Sendable () -> Duration
  let requests = Locked(Requests())
  let network = Locked(Network())
  let decoding = Locked(Decoding())

  init(_ observer: (any PipelineObserver)?, now: @escaping @Sendable () -> Duration) {
    self.observer = observer
    self.now = now
  }

  /// Tells the observer.
  /// - Parameter time: when it happened; `nil`: now.
  func say(_ kind: @autoclosure () -> PipelineEvent.Kind, of ask: Ask, host: String? = nil, at time: Duration? = nil) {
    guard let observer else { return }
    observer.observe(
      PipelineEvent(number: ask.number, host: host ?? ask.host, time: time ?? now(), kind: kind()))
  }

  /// Whether anybody listens: what is asked on the way of an answer of memory, and all that it costs there.
  var isObserved: Bool { observer != nil }

  /// Memory answered, and somebody listens. It counts its hits itself.
  @inline(never) func hit(_ request: ImageRequest, isStale: Bool) {
    let number = requests.withLock { requests in
      requests.lastNumber += 1
      return requests.lastNumber
    }
    let ask = Ask(number: number, host: request.publicHost, began: now())
    say(.memoryHit(isStale: isStale), of: ask, at: ask.began)
  }

  // MARK: Reading

  /// - Parameters:
  ///   - memoryHits: what the memory cache counted.
  ///   - prefetched: what prefetching counted.
  ///   - memory: what is held.
  func metrics(memoryHits: Int, prefetched: PrefetchStatistics, memory: MemoryUse = MemoryUse()) -> PipelineMetrics {
    var metrics = PipelineMetrics()
    let requests = requests.withLock { $0 }
    metrics.requests = requests.counts
    metrics.requests.asked += memoryHits
    metrics.requests.answeredByMemory += memoryHits
    metrics.requests.time = DurationSummary(requests.time)
    metrics.hitRates = PipelineMetrics.HitRates(metrics.requests)
    metrics.cache = requests.cache
    let network = network.withLock { $0 }
    metrics.network = network.counts
    metrics.network.queueTime = DurationSummary(network.queueTime)
    metrics.network.firstByteTime = DurationSummary(network.firstByteTime)
    metrics.network.transferTime = DurationSummary(network.transferTime)
    let decoding = decoding.withLock { $0 }
    metrics.decoding = decoding.counts
    metrics.decoding.queueTime = DurationSummary(decoding.queueTime)
    metrics.decoding.time = DurationSummary(decoding.time)
    metrics.prefetch = prefetched
    metrics.memory = memory
    return metrics
  }
}
