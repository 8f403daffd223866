/// One thing that happened to one request. Names the host and a number: never a path, a query, a header field or a token.
public struct PipelineEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// Memory had no answer: the picture has to be made. `delivered`, `failed` or `cancelled` follows, one of them once.
    case asked
    /// Memory answered, in the same turn. Nothing follows.
    case memoryHit(isStale: Bool)
    /// There is work for the same picture, or the same bytes, already: this request waits for that of request `number`.
    case joined(number: Int)
    /// What the HTTP cache decided about one address (each redirect is one of its own), and why; after the server was asked, if it was.
    case decided(CacheReport)
    /// A request to the server waits for its place among others.
    case waiting
    /// It has its place and goes to the transport.
    case sent
    /// The head of the answer came.
    case firstByte(status: Int)
    /// The transfer is over, well or not, and so many body bytes came of it, content-decoded.
    case received(ByteCount)
    /// It left before it was sent: nobody waits any more.
    case networkLeft
    /// The server or the way to it failed, and is asked again, for the attempt of that number (the first one was 1), after so long.
    case retrying(attempt: Int, after: Duration)
    /// A load ended when nobody waited for it any more: so many body bytes came for nothing.
    case abandoned(ByteCount)
    /// Encoded bytes wait for a decoding thread.
    case decodeQueued
    /// The decoding thread of that number, from 0, begins.
    case decodeBegan(thread: Int)
    /// It has ended, well or not; transforms are done too.
    case decodeEnded
    /// They left before a thread took them: nobody waits any more.
    case decodeLeft
    /// The picture, or its bytes, was handed over, and came from there.
    case delivered(ImageResponse.Source)
    /// An error was handed over. Its message may name a URL and is left out.
    case failed(LoadError.Code)
    /// Who asked does not wait any more. Work goes on under this number when others wait for it.
    case cancelled
    /// A prefetched picture is there; its bytes over the network, none where they were on the disk.
    case prefetchDelivered(ByteCount)
  }

  /// Counts the requests of a pipeline, from 1. Work that several requests wait for has the number of the one that began it.
  public let number: Int
  /// Host and port of the address at hand; "file" and "data" for those.
  public let host: String
  /// When it happened: time that nobody sets, since some moment of this process. Events are told when they happen, so that those of several
  /// threads may be out of order by microseconds.
  public let time: Duration
  /// What happened.
  public let kind: Kind

  /// An event of these parts; for tests of observers.
  public init(number: Int, host: String, time: Duration, kind: Kind) {
    self.number = number
    self.host = host
    self.time = time
    self.kind = kind
  }
}
