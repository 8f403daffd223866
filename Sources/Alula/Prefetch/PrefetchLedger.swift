/// Remembers what was fetched ahead until somebody asks for it. Any thread.
///
/// At most 10,000 pictures: of those before them it is not noticed any more that they are used.
final class PrefetchLedger: Sendable {
  fileprivate enum Entry {
    case loading(loads: Int, isWanted: Bool)
    case unused(ByteCount)
  }

  fileprivate struct State {
    var entries: [ByteKey: Entry] = [:]
    var order: [ByteKey] = []
    var statistics = PrefetchStatistics()
  }

  static let mostEntries = 10_000
  private let state = Locked(State())

  var statistics: PrefetchStatistics { state.withLock { $0.statistics } }

  func begin(_ key: ByteKey) {
    state.withLock { state in
      switch state.entries[key] {
      case .loading(let loads, let isWanted)?: state.entries[key] = .loading(loads: loads + 1, isWanted: isWanted)
      // At another size, or from the disk into memory.
      case .unused?, nil: state.entries[key] = .loading(loads: 1, isWanted: false)
      }
    }
  }

  func end(_ key: ByteKey, _ outcome: PrefetchLoad.Outcome) {
    state.withLock { $0.end(key, outcome) }
  }

  /// Somebody wants the picture. Costs a lock when nothing was fetched ahead.
  func use(_ key: @autoclosure () -> ByteKey) {
    state.withLock { state in
      if !state.entries.isEmpty { state.use(key()) }
    }
  }
}

extension PrefetchLedger.State {
  fileprivate mutating func end(_ key: ByteKey, _ outcome: PrefetchLoad.Outcome) {
    guard case .loading(let loads, let isWanted) = entries[key] else { return }
    entries[key] = loads > 1 ? .loading(loads: loads - 1, isWanted: isWanted) : nil
    guard case .loaded(let bytes) = outcome else { return }
    statistics.fetched += 1
    statistics.fetchedBytes = statistics.fetchedBytes + bytes
    guard !isWanted else { return count(bytes) }
    guard loads == 1 else { return }
    entries[key] = .unused(bytes)
    order.append(key)
    // Keys that left in between are passed over.
    guard order.count > PrefetchLedger.mostEntries else { return }
    let old = order.prefix(PrefetchLedger.mostEntries / 2)
    for key in old { if case .unused = entries[key] { entries[key] = nil } }
    order.removeFirst(old.count)
  }

  fileprivate mutating func use(_ key: ByteKey) {
    switch entries[key] {
    case .loading(let loads, _)?: entries[key] = .loading(loads: loads, isWanted: true)
    case .unused(let bytes)?:
      entries[key] = nil
      count(bytes)
    case nil: break
    }
  }

  private mutating func count(_ bytes: ByteCount) {
    statistics.used += 1
    statistics.usedBytes = statistics.usedBytes + bytes
  }
}
