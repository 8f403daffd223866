import Alula

extension LoopbackServer {
  /// What was counted in all. What a client has received is in it already.
  public var counters: LoopbackCounters { shared.ledger.read(\.all) }

  /// What was counted for requests to exactly `target`, as sent.
  public func counters(for target: String) -> LoopbackCounters { shared.ledger.read { $0.counters(target) } }

  /// What was counted for requests that the prefix route `prefix` answered.
  public func counters(prefix: String) -> LoopbackCounters {
    shared.ledger.read { $0.prefixes[prefix] ?? LoopbackCounters() }
  }

  /// The requests in the order they arrived, the first `recordLimit` of them.
  public var requests: [LoopbackRequest] { shared.ledger.read(\.requests) }

  /// The requests to exactly `target`, in order.
  public func requests(to target: String) -> [LoopbackRequest] { requests.filter { $0.target == target } }

  /// What happened, in order, the first `recordLimit` lines of it.
  public var events: [LoopbackEvent] { shared.ledger.read(\.events) }

  /// Waits until `fact` is true, however long it takes. Costs nothing while waiting.
  /// - Returns: false when the task was cancelled or the server stopped before.
  @discardableResult
  public func until(_ fact: LoopbackFact) async -> Bool { await shared.ledger.wait { fact.isTrue(in: $0) } }

  /// Waits until `count` requests have arrived and returns all that have.
  @discardableResult
  public func requests(reaching count: Int) async -> [LoopbackRequest] {
    await until(.requests(count))
    return requests
  }
}
