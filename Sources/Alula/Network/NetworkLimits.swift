/// How the pipeline asks servers, and what it accepts from them.
public struct NetworkLimits: Sendable {
  /// How much a Content-Type says about what a body is.
  public enum MediaTypeCheck: Hashable, Sendable {
    /// Nothing: the first bytes alone decide.
    case ignored
    /// A response whose Content-Type is missing or is not `image/…` is refused, besides the check of the bytes.
    case strict
  }

  /// The most requests at once. Default 6.
  public var maximumRequests = 6
  /// The most requests at once to one host and port. Default 3.
  public var maximumRequestsPerHost = 3
  /// Who is served first within one priority. Default newest first.
  public var order = ServingOrder.newestFirst
  /// The longest silence of a server, counted from when the request is sent, not from when it began to wait for its
  /// turn. Default 15 s; fractions of a second count.
  public var requestTimeout = Duration.seconds(15)
  /// The longest one load may take over the network, redirects and retries included; waiting for its turn, and between two attempts, not
  /// included. Default 30 s.
  public var resourceTimeout = Duration.seconds(30)
  /// What is sent again when it fails for a passing reason. Default: twice, after 0.5 s and 1 s at most.
  public var retry = RetryPolicy()
  /// The most body bytes, after content decoding. Default 64 MB.
  public var maximumBodySize = ByteCount.megabytes(64)
  /// The statuses that are a success. Default 200–299.
  public var acceptedStatuses = 200...299
  /// The most redirects in a row. Default 20.
  public var maximumRedirects = 20
  /// Default `.ignored`.
  public var mediaTypeCheck = MediaTypeCheck.ignored
  /// The `User-Agent` field, unless the request has one. `nil`, the default, leaves it to the transport, which says "Alula".
  public var userAgent: String?

  /// The defaults.
  public init() {}
}
