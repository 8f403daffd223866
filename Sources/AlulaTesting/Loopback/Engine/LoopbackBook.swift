import Alula

/// Everything the server counts and remembers. A value; `Observed` guards it.
struct LoopbackBook {
  /// The response a connection is sending.
  struct Exchange {
    let target: String
    let prefix: String?
    let status: Int
  }

  private(set) var all = LoopbackCounters()
  private(set) var targets: [String: LoopbackCounters] = [:]
  private(set) var prefixes: [String: LoopbackCounters] = [:]
  private(set) var requests: [LoopbackRequest] = []
  private(set) var events: [LoopbackEvent] = []
  private let recordLimit: Int

  init(recordLimit: Int) { self.recordLimit = recordLimit }

  func counters(_ target: String?) -> LoopbackCounters {
    guard let target else { return all }
    return targets[target] ?? LoopbackCounters()
  }

  mutating func opened(_ connection: Int) {
    all.open()
    log(connection, .opened)
  }

  mutating func began(_ request: LoopbackRequest, _ exchange: Exchange) {
    if requests.count < recordLimit { requests.append(request) }
    log(request.connection, .request(method: request.method, target: request.target))
    change(exchange) { $0.begin() }
  }

  mutating func sent(_ wire: Int, body: Int, _ exchange: Exchange?) {
    guard let exchange else { return all.sent(wire, body: 0) }
    change(exchange) { $0.sent(wire, body: body) }
  }

  mutating func responded(_ connection: Int, _ exchange: Exchange) {
    change(exchange) { $0.finish(early: false) }
    log(connection, .responded(status: exchange.status, target: exchange.target))
  }

  mutating func refused(_ connection: Int, _ status: Int) {
    all.refusedRequests += 1
    log(connection, .refused(status: status))
  }

  /// The client left. `exchange` is what it did not wait for.
  mutating func clientClosed(_ connection: Int, _ exchange: Exchange?, isMidRequest: Bool) {
    if let exchange {
      change(exchange) { $0.finish(early: true) }
    } else if isMidRequest {
      all.clientClosedEarly += 1
    }
    log(connection, .clientClosed(early: exchange != nil || isMidRequest))
  }

  /// The server ends with a response under way.
  mutating func abandoned(_ exchange: Exchange) {
    change(exchange) { $0.requestsNow -= 1 }
  }

  mutating func closed(_ connection: Int) {
    all.connectionsNow -= 1
    log(connection, .closed)
  }

  private mutating func change(_ exchange: Exchange, _ body: (inout LoopbackCounters) -> Void) {
    body(&all)
    body(&targets[exchange.target, default: LoopbackCounters()])
    if let prefix = exchange.prefix { body(&prefixes[prefix, default: LoopbackCounters()]) }
  }

  private mutating func log(_ connection: Int, _ kind: LoopbackEvent.Kind) {
    guard events.count < recordLimit else { return }
    events.append(LoopbackEvent(connection: connection, kind: kind))
  }
}
