import Alula

/// How a list loads its pictures.
enum Way: String, CaseIterable {
  /// Visible rows first, cancelled when they leave; the next rows fetched ahead.
  case alula
  /// What was asked for first comes first; nothing is cancelled.
  case fifo
  /// Every request at once.
  case everything

  var name: String {
    switch self {
    case .alula: "Alula, as a list uses it"
    case .fifo: "oldest first, nothing cancelled"
    case .everything: "everything at once"
    }
  }

  func pipeline() -> ImagePipeline {
    var configuration = ImagePipeline.Configuration.ephemeral()
    configuration.network.retry = .none
    // A line that is full must not look like a server that is gone.
    configuration.network.requestTimeout = .seconds(120)
    configuration.network.resourceTimeout = .seconds(300)
    switch self {
    case .alula: break
    case .fifo: configuration.network.order = .oldestFirst
    case .everything:
      configuration.network.maximumRequests = 10_000
      configuration.network.maximumRequestsPerHost = 10_000
    }
    return ImagePipeline(configuration: configuration)
  }
}
