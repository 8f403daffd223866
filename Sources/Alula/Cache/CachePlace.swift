/// Where a request's responses are kept on disk.
struct CachePlace: Sendable {
  let key: StoreKey
  /// The key of the request that the chain of redirects began with.
  let root: StoreKey
  let partition: CachePartition
  /// What lists show: the URL without user and query.
  let label: String
  let reads: Bool
  let writes: Bool

  /// The place of what a redirect leads to.
  func moved(to key: StoreKey, label: String) -> CachePlace {
    CachePlace(key: key, root: root, partition: partition, label: label, reads: reads, writes: writes)
  }

  /// The most variants of one URL (RFC 9111 section 4.1) that are kept.
  static let maximumVariants = 16

  /// - Parameter identity: the normalised URL, or the key that the caller chose in its place.
  static func key(_ identity: String, _ partition: CachePartition) -> StoreKey {
    // HEAD and the unsafe methods concern what GET is answered with (RFC 9111 sections 4 and 4.4).
    StoreKey("\(partition.name.utf8.count) \(partition.name)\nGET\n\(identity)")
  }
}

/// A response on its way to the disk. What is forgotten meanwhile is not kept.
final class CacheTicket: Sendable {
  let place: CachePlace
  private let state = Locked(false)

  init(_ place: CachePlace) { self.place = place }

  var isForgotten: Bool { state.withLock { $0 } }

  func forget() { state.withLock { $0 = true } }
}
