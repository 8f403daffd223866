public import Foundation

extension DiskStore {
  /// An entry, as `list` shows it.
  public struct Item: Hashable, Sendable, Identifiable {
    /// Its number; later entries have larger ones.
    public let id: Int64
    /// What its owner calls it; for pictures from the web the URL without its query.
    public let label: String
    /// Whose it is.
    public let partition: CachePartition
    /// The length of the body.
    public let length: ByteCount
    /// When it was stored.
    public let stored: Date
    /// When it was read last. Accesses of the last moments may be missing.
    public let used: Date
    /// What its owner keeps beside the body.
    package let metadata: [UInt8]
  }

  /// Some entries, and where to go on.
  public struct Page: Hashable, Sendable {
    /// Oldest first.
    public let items: [Item]
    /// What to pass for the next page; `nil` after the last.
    public let next: Int64?
  }

  /// The entries in the order in which they were stored, a page at a time: `list()`, then `list(after: page.next)`
  /// until `next` is `nil`. With a partition only those of it. Entries that come or go meanwhile may be left out. Empty
  /// where the store stands aside. Runs on the store's own queue; a page costs about 5 µs an entry.
  public func list(
    after position: Int64? = nil, partition: CachePartition? = nil, count: Int = 100
  ) async -> Page {
    let count = min(max(1, count), 10_000)
    return await onQueue { [self] in
      let entries = page(after: position ?? 0, partition: partition?.name, count: count) ?? []
      return Page(items: entries.map { Item($0) }, next: entries.count == count ? entries.last?.id : nil)
    }
  }

  /// Entries after a number, in the order of numbers.
  func page(after id: Int64, partition: String?, count: Int) -> [StoreEntry]? {
    read { side throws(StoreFault) in try side.page(after: id, partition: partition, count: count) }
  }
}

extension DiskStore.Item {
  init(_ entry: StoreEntry) {
    self.init(
      id: entry.id, label: entry.label, partition: CachePartition(entry.partition), length: .bytes(entry.length),
      stored: Date(timeIntervalSince1970: Double(entry.storedAt) / 1_000),
      used: Date(timeIntervalSince1970: Double(entry.usedAt) / 1_000), metadata: entry.metadata)
  }
}
