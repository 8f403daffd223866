import AlulaTesting

@testable import Alula

/// What a test itself saw of its requests: the other side of the metrics' books.
struct MetricsTally: Equatable, Sendable {
  var asked = 0
  var memory = 0
  var diskFresh = 0
  var diskStale = 0
  var diskValidated = 0
  var network = 0
  var failed = 0
  var cancelled = 0

  init() {}

  init(_ requests: PipelineMetrics.Requests) {
    asked = requests.asked
    memory = requests.answeredByMemory
    diskFresh = requests.answeredByDiskFresh
    diskStale = requests.answeredByDiskStale
    diskValidated = requests.answeredByDiskValidated
    network = requests.answeredByNetwork
    failed = requests.failed
    cancelled = requests.cancelled
  }

  mutating func add(_ other: MetricsTally) {
    asked += other.asked
    memory += other.memory
    diskFresh += other.diskFresh
    diskStale += other.diskStale
    diskValidated += other.diskValidated
    network += other.network
    failed += other.failed
    cancelled += other.cancelled
  }

  mutating func add(_ outcome: Result<ImageResponse, LoadError>) {
    asked += 1
    switch outcome {
    case .failure(let error): if error.isCancelled { cancelled += 1 } else { failed += 1 }
    case .success(let response):
      switch (response.source, response.cacheReport?.decision) {
      case (.memory, _): memory += 1
      case (.disk, .fresh): diskFresh += 1
      case (.disk, .stale): diskStale += 1
      case (.disk, .revalidated): diskValidated += 1
      default: network += 1
      }
    }
  }
}

extension LoopbackServer {
  /// How many answers of that status it has sent to their end.
  func answers(_ status: Int) -> Int {
    events.count { if case .responded(status: status, target: _) = $0.kind { true } else { false } }
  }
}
