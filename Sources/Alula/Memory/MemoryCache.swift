/// Decoded pictures, by bytes really held, under a hard cap. Any thread; a lookup takes well under a microsecond and never waits
/// for decoding or disk.
///
/// A picture costs its pixel memory and at least 1 KiB. Over the cap the least recently used leave first. A picture larger
/// than the whole cap is not taken, and throws nothing out but an older picture under its own key.
public final class MemoryCache: Sendable {
  /// Counters since the cache was made, and what it holds now.
  public struct Statistics: Hashable, Sendable {
    /// Lookups that found a picture.
    public var hits = 0
    /// Loads that did not find their picture here.
    public var misses = 0
    /// Entries that left to make room or by trimming.
    public var evictions = 0
    /// Pictures not taken because they were larger than the cap.
    public var refusals = 0
    /// Memory held, as it is counted against the cap.
    public var cost = ByteCount.zero
    /// Pictures held now.
    public var count = 0

    /// Hits of all lookups, 0 to 1; `nil` before the first.
    public var hitRate: Double? { hits + misses == 0 ? nil : Double(hits) / Double(hits + misses) }
  }

  fileprivate struct Entry {
    let response: ImageResponse
    let cost: ByteCount
  }

  fileprivate struct State {
    var entries = RecencyList<ImageKey, Entry>()
    var statistics = Statistics()
    var costLimit: ByteCount
    var countLimit: Int
  }

  /// What an entry costs at least.
  public static let minimumCost = ByteCount(1024)

  private let state: Locked<State>
  private let pressure = Locked<MemoryPressure?>(nil)

  /// - Parameters:
  ///   - costLimit: the cap in bytes. Default 100 MB.
  ///   - countLimit: the most pictures. Default 10,000.
  ///   - trimsOnPressure: whether the system's memory pressure notices trim to half the cap, or to nothing when critical.
  ///     Default true. On Linux the notices come from PSI, where the kernel allows it to this process.
  public init(costLimit: ByteCount = .megabytes(100), countLimit: Int = 10_000, trimsOnPressure: Bool = true) {
    state = Locked(State(costLimit: costLimit, countLimit: max(0, countLimit)))
    guard trimsOnPressure else { return }
    let monitor = MemoryPressure { [weak self] level in
      guard let self else { return }
      trim(to: level == .critical ? .zero : ByteCount(self.costLimit.bytes / 2))
    }
    pressure.withLock { $0 = monitor }
  }

  /// The cap in bytes. Lowering it lets the least recently used go at once.
  public var costLimit: ByteCount {
    get { state.withLock { $0.costLimit } }
    set { change { $0.costLimit = newValue } }
  }

  /// The most pictures. Lowering it lets the least recently used go at once.
  public var countLimit: Int {
    get { state.withLock { $0.countLimit } }
    set { change { $0.countLimit = max(0, newValue) } }
  }

  /// The counters at this moment.
  public var statistics: Statistics { state.withLock { $0.statistics } }

  /// Memory held, in bytes.
  var cost: Int { state.withLock { $0.statistics.cost.bytes } }

  /// Lets the least recently used go until at most `cost` is held. For memory pressure; the caps stay as they are.
  public func trim(to cost: ByteCount) {
    evict { state in state.statistics.cost > cost }
  }

  /// Lets everything go.
  public func removeAll() { trim(to: .zero) }

  /// The picture, when it is one that may be used now.
  func response(
    for key: ImageKey, countsMiss: Bool = true, where isUsable: (ImageResponse) -> Bool = { _ in true }
  ) -> ImageResponse? {
    state.withLock { state in
      guard let entry = state.entries.use(key), isUsable(entry.response) else {
        if countsMiss { state.statistics.misses += 1 }
        return nil
      }
      state.statistics.hits += 1
      return entry.response
    }
  }

  /// The same, without counting: for a second look by a load whose first was counted.
  func peek(_ key: ImageKey) -> ImageResponse? {
    state.withLock { $0.entries.use(key)?.response }
  }

  /// Takes the picture, in place of an older one.
  func insert(_ response: ImageResponse, for key: ImageKey) {
    let cost = max(Self.minimumCost, response.image.byteCount + key.cost)
    // What leaves is released after the lock.
    let left = state.withLock { state -> [Entry] in
      if let held = state.entries.peek(key), held.response.order > response.order { return [] }
      guard cost <= state.costLimit, state.countLimit > 0 else {
        state.statistics.refusals += 1
        // What is there under the key is older than the picture that was refused.
        return state.remove(key).map { [$0] } ?? []
      }
      let replaced = state.entries.insert(Entry(response: response, cost: cost), for: key)
      state.statistics.cost = state.statistics.cost + cost
      if let replaced { state.statistics.cost = ByteCount(state.statistics.cost.bytes - replaced.cost.bytes) }
      state.statistics.count = state.entries.count
      return state.evictOverLimit() + (replaced.map { [$0] } ?? [])
    }
    _ = left
  }

  /// Removes every entry that `matches` names. Cost: one pass over the keys.
  func remove(where matches: (ImageKey, ImageResponse) -> Bool) {
    let left = state.withLock { state in
      let keys = state.entries.keys.filter { key in state.entries.peek(key).map { matches(key, $0.response) } ?? false }
      return keys.compactMap { state.remove($0) }
    }
    _ = left
  }

  /// Whether there is an entry that `matches` names. Cost: one pass over the keys.
  func contains(where matches: (ImageKey, ImageResponse) -> Bool) -> Bool {
    state.withLock { state in
      state.entries.keys.contains { key in state.entries.peek(key).map { matches(key, $0.response) } ?? false }
    }
  }

  /// The URLs that answered for the pictures that `matches` names. Cost: one pass over the keys.
  func urls(where matches: (ImageKey) -> Bool) -> Set<String> {
    state.withLock { state in
      Set(state.entries.keys.filter(matches).compactMap { state.entries.peek($0)?.response.url })
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let left = state.withLock { state in
      body(&state)
      return state.evictOverLimit()
    }
    _ = left
  }

  private func evict(while isOver: (State) -> Bool) {
    let left = state.withLock { $0.evict(while: isOver) }
    _ = left
  }
}

extension MemoryCache.State {
  mutating func evictOverLimit() -> [MemoryCache.Entry] {
    evict { $0.statistics.cost > $0.costLimit || $0.entries.count > $0.countLimit }
  }

  mutating func evict(while isOver: (Self) -> Bool) -> [MemoryCache.Entry] {
    var left: [MemoryCache.Entry] = []
    while isOver(self), let entry = entries.removeOldest() {
      settle(entry)
      statistics.evictions += 1
      left.append(entry)
    }
    return left
  }

  mutating func remove(_ key: ImageKey) -> MemoryCache.Entry? {
    guard let entry = entries.remove(key) else { return nil }
    settle(entry)
    return entry
  }

  private mutating func settle(_ left: MemoryCache.Entry) {
    statistics.cost = ByteCount(statistics.cost.bytes - left.cost.bytes)
    statistics.count = entries.count
  }
}
