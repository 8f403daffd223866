import Alula

extension NetworkLimits {
  /// The defaults, without their timeouts: a thousand tests run at once, and on a machine that is busy one of them may wait for
  /// minutes while it holds its server. And without retries: tests count requests.
  static var patient: NetworkLimits {
    var limits = NetworkLimits()
    limits.requestTimeout = .seconds(600)
    limits.resourceTimeout = .seconds(600)
    limits.retry = .none
    return limits
  }
}
