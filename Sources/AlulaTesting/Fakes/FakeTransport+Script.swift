public import Alula

extension FakeTransport {
  /// Answers requests for exactly `url`. A list is given out in order and its last answer repeats.
  public func on(_ url: String, _ answers: FakeAnswer...) { book.write { $0.answers[url] = answers } }

  /// Answers everything without an answer of its own. The default fails with `.cannotConnect`.
  public func onEverythingElse(_ answer: @escaping @Sendable (TransportRequest) -> FakeAnswer) {
    book.write { $0.fallback = answer }
  }

  /// Lets every transfer of `url` that is under way through one `.hold`: the one it waits at, or its next.
  public func release(_ url: String) {
    for transfer in book.read(\.transfers) where transfer.url == url {
      transfer.release()
      proceed(transfer)
    }
  }

  /// Delivers one event: of the transfer whose turn it is, in a round from the oldest. False when none is ready.
  @discardableResult
  public func step() -> Bool {
    for transfer in book.read(\.transfers) where deliver(transfer) {
      book.write { book in
        guard let index = book.transfers.firstIndex(where: { $0 === transfer }) else { return }
        book.transfers.append(book.transfers.remove(at: index))
      }
      return true
    }
    return false
  }

  /// Delivers one event of the oldest transfer of `url` that has one ready.
  @discardableResult
  public func step(_ url: String) -> Bool {
    book.read(\.transfers).contains { $0.url == url && deliver($0) }
  }

  /// Delivers until nothing is ready, and says how many events that were.
  @discardableResult
  public func stepAll() -> Int {
    var count = 0
    while step() { count += 1 }
    return count
  }

  /// What was counted so far.
  public var counters: FakeTransportCounters { book.read(\.counters) }

  /// The requests in the order they were started.
  public var requests: [TransportRequest] { book.read(\.requests) }

  /// The requests for exactly `url`, in order.
  public func requests(to url: String) -> [TransportRequest] { requests.filter { $0.url == url } }

  /// Waits until `fact` is true of the counters. It is asked under a lock: quick, and without calling this transport.
  /// - Returns: false when the task was cancelled before.
  @discardableResult
  public func until(_ fact: @escaping @Sendable (FakeTransportCounters) -> Bool) async -> Bool {
    await book.wait { fact($0.counters) }
  }
}
