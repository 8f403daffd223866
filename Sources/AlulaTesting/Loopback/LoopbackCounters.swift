public import Alula

/// What a `LoopbackServer` counted, in all or for one route. A copy of the moment it was read.
public struct LoopbackCounters: Hashable, Sendable {
  /// Whole requests received. Refused ones are not among them.
  public internal(set) var requests = 0
  /// Responses that came to their planned end, cut ones included.
  public internal(set) var responses = 0
  /// Requests being answered at this moment, held ones included.
  public internal(set) var requestsNow = 0
  /// The largest number of requests that were being answered at the same time.
  public internal(set) var maximumRequestsAtOnce = 0
  /// Body bytes given to the system to send, without chunk framing.
  public internal(set) var bodyBytesSent = ByteCount.zero
  /// All bytes given to the system to send: heads, framing and bodies.
  public internal(set) var bytesOnWire = ByteCount.zero
  /// Times the client ended the connection before it had the whole response, or in the middle of its request.
  /// The latter count in all only.
  public internal(set) var clientClosedEarly = 0
  /// Requests that were not HTTP/1.1 or over a limit. In all only.
  public internal(set) var refusedRequests = 0
  /// Connections accepted so far. In all only.
  public internal(set) var connectionsOpened = 0
  /// Connections open at this moment. In all only.
  public internal(set) var connectionsNow = 0
  /// The largest number of connections that were open at the same time. In all only.
  public internal(set) var maximumConnectionsAtOnce = 0

  mutating func begin() {
    requests += 1
    requestsNow += 1
    maximumRequestsAtOnce = max(maximumRequestsAtOnce, requestsNow)
  }

  mutating func sent(_ wire: Int, body: Int) {
    bytesOnWire = bytesOnWire + ByteCount(wire)
    bodyBytesSent = bodyBytesSent + ByteCount(body)
  }

  mutating func finish(early: Bool) {
    requestsNow -= 1
    if early { clientClosedEarly += 1 } else { responses += 1 }
  }

  mutating func open() {
    connectionsOpened += 1
    connectionsNow += 1
    maximumConnectionsAtOnce = max(maximumConnectionsAtOnce, connectionsNow)
  }
}
