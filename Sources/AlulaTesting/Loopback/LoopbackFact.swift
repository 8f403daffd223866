/// Something a test waits for with `LoopbackServer.until(_:)`.
public enum LoopbackFact: Hashable, Sendable {
  /// `count` requests have arrived; to any target or to this one.
  case requests(Int, to: String? = nil)
  /// `count` responses have been sent to their end; to any target or to this one.
  case responses(Int, to: String? = nil)
  /// `count` times a client left early.
  case clientCloses(Int)
  /// No more than `count` connections are open.
  case connections(atMost: Int)
  /// `count` connections were opened.
  case connectionsOpened(Int)

  func isTrue(in book: LoopbackBook) -> Bool {
    switch self {
    case .requests(let count, let target): book.counters(target).requests >= count
    case .responses(let count, let target): book.counters(target).responses >= count
    case .clientCloses(let count): book.all.clientClosedEarly >= count
    case .connections(let count): book.all.connectionsNow <= count
    case .connectionsOpened(let count): book.all.connectionsOpened >= count
    }
  }
}
