/// One line of a `LoopbackServer`'s log.
public struct LoopbackEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// A connection was accepted.
    case opened
    /// A whole request arrived.
    case request(method: String, target: String)
    /// The last byte of a response was given to the system.
    case responded(status: Int, target: String)
    /// A request was refused with this status.
    case refused(status: Int)
    /// The client closed or reset the connection; early when a response or a request was unfinished.
    case clientClosed(early: Bool)
    /// The server gave the connection back to the system.
    case closed
  }

  /// Which connection: 1 for the first.
  public let connection: Int
  /// What happened.
  public let kind: Kind
}
