import Alula

/// Who answers which target.
struct RouteTable {
  typealias Handler = @Sendable (LoopbackRequest) -> LoopbackResponse

  enum Answer {
    /// First, second, …; the last repeats.
    case list([LoopbackResponse])
    case handler(Handler)
  }

  struct Match {
    let handler: Handler
    let prefix: String?
    let gate: Latch?
  }

  private struct Route {
    let answer: Answer
    var served = 0

    mutating func next() -> Handler {
      switch answer {
      case .handler(let handler):
        return handler
      case .list(let responses):
        defer { served += 1 }
        guard let last = responses.last else { return RouteTable.notFound }
        let response = served < responses.count ? responses[served] : last
        return { _ in response }
      }
    }
  }

  static let notFound: Handler = { _ in .status(404) }

  private var exact: [String: Route] = [:]
  private var prefixes: [String: Route] = [:]
  private var fallback: Handler = Self.notFound
  private var heldTargets: [String: Latch] = [:]
  private var heldPrefixes: [String: Latch] = [:]

  mutating func set(_ target: String, _ answer: Answer) { exact[target] = Route(answer: answer) }

  mutating func set(prefix: String, _ answer: Answer) { prefixes[prefix] = Route(answer: answer) }

  mutating func set(fallback: @escaping Handler) { self.fallback = fallback }

  /// The exact route, else the longest prefix, else the fallback.
  mutating func match(_ target: String) -> Match {
    let gate = heldTargets[target] ?? heldPrefixes.first { target.hasPrefix($0.key) }?.value
    if exact[target] != nil {
      return Match(handler: exact[target]?.next() ?? fallback, prefix: nil, gate: gate)
    }
    let prefix = prefixes.keys.filter { target.hasPrefix($0) }.max { $0.utf8.count < $1.utf8.count }
    guard let prefix else { return Match(handler: fallback, prefix: nil, gate: gate) }
    return Match(handler: prefixes[prefix]?.next() ?? fallback, prefix: prefix, gate: gate)
  }

  mutating func hold(_ target: String) {
    if heldTargets[target] == nil { heldTargets[target] = Latch() }
  }

  mutating func hold(prefix: String) {
    if heldPrefixes[prefix] == nil { heldPrefixes[prefix] = Latch() }
  }

  mutating func release(_ target: String) -> Latch? { heldTargets.removeValue(forKey: target) }

  mutating func release(prefix: String) -> Latch? { heldPrefixes.removeValue(forKey: prefix) }

  mutating func releaseAll() -> [Latch] {
    defer {
      heldTargets = [:]
      heldPrefixes = [:]
    }
    return Array(heldTargets.values) + Array(heldPrefixes.values)
  }
}
