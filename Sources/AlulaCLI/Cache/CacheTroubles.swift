import Alula

/// What went wrong while a command looked after a cache, each thing once.
final class CacheTroubles: Sendable {
  private let store: DiskStore
  private let said = Locked<[String]>([])

  init(_ store: DiskStore) {
    self.store = store
    store.onTrouble { [said] sentence in said.withLock { $0.append(sentence) } }
  }

  func add(_ sentence: String) {
    let all = all
    said.withLock { if !all.contains(sentence) { $0.append(sentence) } }
  }

  /// Sentences. Waits for what the store does behind.
  var all: [String] {
    store.settle()
    return said.withLock { $0 }
  }

  /// All of it, for one member of a JSON object.
  var sentence: String? {
    let all = all
    return all.isEmpty ? nil : all.joined(separator: " ")
  }
}
