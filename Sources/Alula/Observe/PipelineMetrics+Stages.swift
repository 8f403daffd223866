extension PipelineMetrics {
  /// Requests to servers, each redirect and each attempt by itself. `queued` is the sum of `sent`, `waiting` and those that left before their
  /// turn; `sent` is the sum of `completed`, `failed`, `cancelled` and `running`.
  public struct Network: Hashable, Codable, Sendable {
    /// Those that asked for a place among others.
    public internal(set) var queued = 0
    /// Those that went to the transport.
    public internal(set) var sent = 0
    /// Those that brought an answer, whatever its status.
    public internal(set) var completed = 0
    /// Those that brought none, or one that was cut or too large.
    public internal(set) var failed = 0
    /// Those that ended since nobody waited any more, after they were sent.
    public internal(set) var cancelled = 0
    /// Attempts after a failed one.
    public internal(set) var retries = 0
    /// Heads with a status from 200 to 299.
    public internal(set) var successes = 0
    /// Heads with the status 304: what is stored still holds.
    public internal(set) var notModified = 0
    /// Heads with another status from 300 to 399.
    public internal(set) var redirects = 0
    /// Heads with a status from 400 to 499.
    public internal(set) var clientErrors = 0
    /// Heads with any other status.
    public internal(set) var serverErrors = 0
    /// Body bytes that came, content-decoded, of every answer.
    public internal(set) var received = ByteCount.zero
    /// Loads at whose end nobody waited for them any more.
    public internal(set) var abandonedLoads = 0
    /// Body bytes that came for those: cancelled too late.
    public internal(set) var abandoned = ByteCount.zero
    /// Now: those that wait for a place.
    public internal(set) var waiting = 0
    /// Now: those that are sent and have no end.
    public internal(set) var running = 0
    /// Now: body bytes of those that run.
    public internal(set) var inFlight = ByteCount.zero
    /// From asking for a place to sending.
    public internal(set) var queueTime = DurationSummary()
    /// From sending to the head.
    public internal(set) var firstByteTime = DurationSummary()
    /// From sending to the end, of those that completed.
    public internal(set) var transferTime = DurationSummary()

    private enum CodingKeys: String, CodingKey {
      case queued, sent, completed, failed, cancelled, retries, redirects, successes, waiting, running
      case notModified = "not_modified"
      case clientErrors = "client_errors"
      case serverErrors = "server_errors"
      case received = "received_bytes"
      case abandonedLoads = "abandoned_loads"
      case abandoned = "abandoned_bytes"
      case inFlight = "in_flight_bytes"
      case queueTime = "queue_time"
      case firstByteTime = "first_byte_time"
      case transferTime = "transfer_time"
    }
  }

  /// Decoding, transforms included. `queued` is the sum of `decoded`, `failed`, `cancelled`, `waiting` and `running`.
  public struct Decoding: Hashable, Codable, Sendable {
    /// Those that asked for a decoding thread.
    public internal(set) var queued = 0
    /// Those that brought a picture.
    public internal(set) var decoded = 0
    /// Those that brought an error.
    public internal(set) var failed = 0
    /// Those that ended since nobody waited any more, whether they had begun or not.
    public internal(set) var cancelled = 0
    /// Encoded bytes of pictures that were decoded.
    public internal(set) var encoded = ByteCount.zero
    /// Pixel memory of those.
    public internal(set) var pixels = ByteCount.zero
    /// Now: those that wait for a thread.
    public internal(set) var waiting = 0
    /// Now: those that have one.
    public internal(set) var running = 0
    /// From asking for a thread to having it.
    public internal(set) var queueTime = DurationSummary()
    /// On the thread, of those that brought a picture.
    public internal(set) var time = DurationSummary()

    private enum CodingKeys: String, CodingKey {
      case queued, decoded, failed, cancelled, waiting, running, time
      case encoded = "encoded_bytes"
      case pixels = "pixel_bytes"
      case queueTime = "queue_time"
    }
  }
}
