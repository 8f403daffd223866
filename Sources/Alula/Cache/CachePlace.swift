/// Where a request's responses are kept on disk.
struct CachePlace: Sendable {
  let key: StoreKey
  /// The key of the request that the chain of redirects began with.
  let root: StoreKey
  let partition: CachePartition
  /// What lists show: the URL without user and query.
  let label: String
  private(set) var reads: Bool
  let writes: Bool

  /// The place of what a redirect leads to.
  func moved(to key: StoreKey, label: String) -> CachePlace {
    CachePlace(key: key, root: root, partition: partition, label: label, reads: reads, writes: writes)
  }

  /// The same place, where what is stored is no answer.
  var unread: CachePlace {
    var place = self
    place.reads = false
    return place
  }

  /// The most variants of one URL (RFC 9111 section 4.1) that are kept.
  static let maximumVariants = 16

  /// Where the variants in other sizes (`DiskVariants`) of what is stored under `key` are.
  static func variants(of key: StoreKey) -> StoreKey { StoreKey("VARIANTS \(key.text)") }

  /// Where it is noted what redirects from `key` led to that are not stored.
  static func trail(of key: StoreKey) -> StoreKey { StoreKey("REDIRECTS \(key.text)") }

  /// - Parameter identity: the normalised URL, or the key that the caller chose in its place.
  static func key(_ identity: String, _ partition: CachePartition) -> StoreKey {
    // HEAD and the unsafe methods concern what GET is answered with (RFC 9111 sections 4 and 4.4).
    StoreKey("\(partition.name.utf8.count) \(partition.name)\nGET\n\(identity)")
  }
}

/// A response on its way to the disk. What is forgotten meanwhile is not kept, nor what a newer one took the place of.
final class CacheTicket: Sendable {
  private struct State {
    var isForgotten = false
    /// The order in which requests were sent; `nil` before.
    var number: Int?
    /// The variants of which a newer response came.
    var outdated: Set<String> = []
  }

  let place: CachePlace
  /// Whether its answer replaces what is stored, whatever other loads bring meanwhile.
  let isReload: Bool
  private let state = Locked(State())

  init(_ place: CachePlace, isReload: Bool = false) {
    self.place = place
    self.isReload = isReload
  }

  var isForgotten: Bool { state.withLock { $0.isForgotten } }
  var number: Int? { state.withLock { $0.number } }

  func forget() { state.withLock { $0.isForgotten = true } }
  func send(as number: Int) { state.withLock { $0.number = number } }
  func isOutdated(_ variant: String) -> Bool { state.withLock { $0.outdated.contains(variant) } }
  func outdate(_ variant: String) { state.withLock { _ = $0.outdated.insert(variant) } }
}
