public import Alula

/// What a `FakeTransport` counted. A copy of the moment it was read.
public struct FakeTransportCounters: Hashable, Sendable {
  /// Requests that were started.
  public internal(set) var started = 0
  /// Requests that came to their end, by whatever result.
  public internal(set) var finished = 0
  /// Requests that were cancelled before their end.
  public internal(set) var cancelled = 0
  /// The largest number of requests that were under way at the same time.
  public internal(set) var maximumAtOnce = 0
  /// Body bytes delivered.
  public internal(set) var bodyBytes = ByteCount.zero

  /// Requests under way.
  public var running: Int { started - finished }
}
