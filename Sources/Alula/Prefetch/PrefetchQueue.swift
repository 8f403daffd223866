/// What a prefetcher has to do: requests that wait, in their order, and those that run. A value; every method says what is to be done.
struct PrefetchQueue: Sendable {
  /// Names somebody who waits for the end.
  final class Token: Sendable {}

  var priority: Priority
  var isPaused = false
  private let width: Int
  private(set) var running: [PrefetchKey: PrefetchLoad] = [:]
  private var waiting: [PrefetchKey: ImageRequest] = [:]
  /// Keys in the order in which they were asked for. Those that are not in `waiting` any more are passed over.
  private var order: [PrefetchKey] = []
  private var head = 0
  private var settled = ImagePrefetcher.Counts()
  private var waiters: [(token: Token, continuation: CheckedContinuation<Void, Never>)] = []
  private var left: [ObjectIdentifier: Token] = [:]

  init(priority: Priority, width: Int) {
    self.priority = priority
    self.width = width
  }

  var counts: ImagePrefetcher.Counts {
    var counts = settled
    (counts.waiting, counts.loading) = (waiting.count, running.count)
    return counts
  }

  /// - Parameter key: `nil` for a request that cannot be loaded.
  mutating func add(_ request: ImageRequest, _ key: PrefetchKey?, isCached: Bool) {
    settled.asked += 1
    guard let key else { return settled.failed += 1 }
    guard waiting[key] == nil, running[key] == nil else { return settled.duplicates += 1 }
    guard !isCached else { return settled.cached += 1 }
    waiting[key] = request
    order.append(key)
  }

  /// The next one to begin; `nil` when there is none or no room.
  mutating func next() -> PrefetchLoad? {
    guard !isPaused, running.count < width else { return nil }
    while head < order.count {
      let key = order[head]
      head += 1
      guard let request = waiting.removeValue(forKey: key) else { continue }
      let load = PrefetchLoad(request, key, priority)
      running[key] = load
      return load
    }
    (order, head) = ([], 0)
    return nil
  }

  /// Whether `load` was still counted as running.
  mutating func end(_ load: PrefetchLoad, _ outcome: PrefetchLoad.Outcome) -> Bool {
    guard running[load.key] === load else { return false }
    running[load.key] = nil
    switch outcome {
    case .loaded: settled.loaded += 1
    case .cached: settled.cached += 1
    case .failed: settled.failed += 1
    case .cancelled: settled.stopped += 1
    }
    return true
  }

  /// Those that ran, to be cancelled.
  mutating func stop(where matches: (PrefetchKey) -> Bool) -> [PrefetchLoad] {
    let (before, gone) = (waiting.count, running.values.filter { matches($0.key) })
    waiting = waiting.filter { !matches($0.key) }
    settled.stopped += before - waiting.count + gone.count
    for load in gone { running[load.key] = nil }
    // One that is stopped and asked for again goes to the end.
    order = order[head...].filter { waiting[$0] != nil }
    head = 0
    return gone
  }

  // MARK: Waiting for the end

  private var isIdle: Bool { running.isEmpty && waiting.isEmpty }

  /// `true` when there is nothing to wait for.
  mutating func wait(_ token: Token, _ continuation: CheckedContinuation<Void, Never>) -> Bool {
    if left.removeValue(forKey: ObjectIdentifier(token)) != nil || isIdle { return true }
    waiters.append((token, continuation))
    return false
  }

  mutating func leave(_ token: Token) -> CheckedContinuation<Void, Never>? {
    guard let index = waiters.firstIndex(where: { $0.token === token }) else {
      left[ObjectIdentifier(token)] = token
      return nil
    }
    return waiters.remove(at: index).continuation
  }

  /// Those who waited for the end, when it has come.
  mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
    guard isIdle else { return [] }
    defer { waiters = [] }
    return waiters.map(\.continuation)
  }
}
