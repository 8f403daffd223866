import Foundation

@testable import HTTPCaching

/// The moment at which the tests' first request is sent: Tue, 14 Nov 2023 22:13:20 GMT.
let start = Date(timeIntervalSince1970: 1_700_000_000)

/// An HTTP date so many seconds after `start`.
func date(_ offset: Int) -> String { HTTPDate.format(start + Double(offset)) }

/// What the tests' origin says.
struct TestAnswer: Sendable {
  var status = 200
  var headers: HTTPHeaders = [:]
  var body = "0123456789"
}

/// The smallest cache over the rules: one URL, everything in memory, no time of its own.
struct TestCache {
  var rules = CacheRules()
  var stored: [StoredResponse] = []
  var bodies: [String] = []
  /// Everything that was sent to the origin.
  var sent: [Forward] = []

  struct Outcome {
    var status: Int
    var headers: HTTPHeaders
    var body: String
    var reason: String
    /// How many requests the origin saw.
    var sentCount: Int
    var isValidated = false
  }

  /// - Parameters:
  ///   - offset: seconds after `start`.
  ///   - origin: `nil` for one that cannot be reached.
  mutating func send(
    _ request: CacheRequest, at offset: Double = 0, origin: (Forward) -> TestAnswer?
  ) -> Outcome {
    switch rules.decide(now: start + offset, request: request, stored: stored) {
    case .serve(let reuse): return outcome(reuse, sentCount: 0)
    case .serveStaleAndRevalidate(let reuse, let forward):
      let stale = outcome(reuse, sentCount: 0)
      _ = exchange(forward, request, offset, origin, sentCount: 0)
      return stale
    case .revalidate(let forward), .fetch(let forward): return exchange(forward, request, offset, origin, sentCount: 0)
    case .fail(let status, let reason):
      return Outcome(status: status, headers: [:], body: "", reason: reason, sentCount: 0)
    }
  }

  private mutating func exchange(
    _ forward: Forward, _ request: CacheRequest, _ offset: Double, _ origin: (Forward) -> TestAnswer?, sentCount: Int
  ) -> Outcome {
    sent.append(forward)
    let count = sentCount + 1
    guard let answer = origin(forward) else { return failure(forward, count) }
    let arrival = rules.receive(
      status: answer.status, headers: answer.headers, to: forward, request: request, stored: stored,
      requestTime: start + offset, now: start + offset)
    if !rules.invalidated(by: answer.status, headers: answer.headers, request: request).isEmpty {
      (stored, bodies) = ([], [])
    }
    var passed = Outcome(
      status: answer.status, headers: answer.headers, body: answer.body, reason: "", sentCount: count)
    switch arrival {
    case .pass(let reason): passed.reason = reason
    case .store(let head): store(head, answer.body)
    case .refresh(let index, let head, let reuse):
      stored[index] = head
      passed = outcome(reuse, sentCount: count)
      passed.isValidated = true
    case .update(let index, let head): stored[index] = head
    case .combine(let index, let keeping, let head):
      (stored[index], bodies[index]) = (head, bodies[index].prefix(keeping) + answer.body)
      passed = Outcome(status: head.status, headers: head.headers, body: bodies[index], reason: "", sentCount: count)
    case .serveStale(let reuse): passed = outcome(reuse, sentCount: count)
    case .sendAgain(let again): return exchange(again, request, offset, origin, sentCount: count)
    }
    return passed
  }

  private mutating func store(_ head: StoredResponse, _ body: String) {
    if let part = head.part, part.range.count != body.utf8.count { return }
    for index in stored.indices.reversed() where stored[index].selecting == head.selecting {
      stored.remove(at: index)
      bodies.remove(at: index)
    }
    var head = head
    head.bodyLength = body.utf8.count
    stored.insert(head, at: 0)
    bodies.insert(body, at: 0)
  }

  private func failure(_ forward: Forward, _ count: Int) -> Outcome {
    if let reuse = forward.onError { return outcome(reuse, sentCount: count) }
    let status = forward.failsAsGatewayTimeout ? 504 : 0
    return Outcome(status: status, headers: [:], body: "", reason: forward.reason, sentCount: count)
  }

  private func outcome(_ reuse: Reuse, sentCount: Int) -> Outcome {
    let body = Array(bodies[reuse.index].utf8)
    let bytes = body[reuse.range ?? 0..<body.count]
    return Outcome(
      status: reuse.status, headers: reuse.headers, body: String(decoding: bytes, as: UTF8.self), reason: reuse.reason,
      sentCount: sentCount)
  }
}

/// A GET of the tests' one URL.
func get(_ headers: HTTPHeaders = [:], mode: CacheMode = .followHTTP) -> CacheRequest {
  CacheRequest(url: "http://example.com/a", headers: headers, mode: mode)
}
