public import Alula

/// How a `LoopbackServer` listens and what it keeps. Copied when the server starts.
public struct LoopbackOptions: Hashable, Sendable {
  /// The port on 127.0.0.1; 0, the default, lets the system choose a free one.
  public var port: UInt16 = 0
  /// Whether the same port on ::1 is listened on too. Off by default.
  public var listensOnIPv6 = false
  /// Connections that are served at the same time; more wait in the system's queue. Default 1,024.
  public var maximumConnections = 1_024
  /// The longest request head; a longer one is answered with 431. Default 64 KB.
  public var maximumHead = ByteCount.kilobytes(64)
  /// The longest request body; a longer one is answered with 413. Default 64 MB.
  public var maximumBody = ByteCount.megabytes(64)
  /// How many requests, and how many events, are remembered; later ones are only counted. Default 100,000.
  public var recordLimit = 100_000
  /// Bytes in a second over all connections together, as on one line into a house: parts (`LoopbackResponse.pieceSize`) leave in the order
  /// in which they are due. `nil`, the default, is as fast as clients read.
  public var bytesPerSecond: ByteCount?

  /// The defaults.
  public init() {}
}
