import Alula
import Foundation

extension FetchSettings {
  /// The pipeline for this run; `meter` counts what comes in, and `observer` hears what happens.
  func pipeline(meter: TransferMeter, observer: TraceObserver?) -> ImagePipeline {
    // Every picture is loaded once, so that memory has nothing to answer.
    let nothing = MemoryCache(costLimit: .zero, countLimit: 0, trimsOnPressure: false)
    var configuration = ImagePipeline.Configuration(memoryCache: nothing, diskStore: cache.store)
    configuration.log = { line in
      // What the disk store says of itself; of requests the outcomes tell.
      if line.number == 0 { Self.say(line.state) }
    }
    configuration.transport = MeteredTransport(configuration.transport, meter: meter)
    configuration.decodeBudget = budget
    configuration.observer = observer
    configuration.network.order = .oldestFirst
    if let concurrency {
      configuration.network.maximumRequests = concurrency
      configuration.network.maximumRequestsPerHost = concurrency
    }
    if let timeout {
      configuration.network.requestTimeout = timeout
      configuration.network.resourceTimeout = timeout
    }
    if let retries { configuration.network.retry.attempts = min(retries, 1000) + 1 }
    return ImagePipeline(configuration: configuration)
  }

  private static func say(_ text: String) {
    // Over the progress, which is drawn anew.
    Terminal(STDERR_FILENO)?.clearLine()
    Output.error("alula: \(text)")
  }
}
