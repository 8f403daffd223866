import HTTPCaching

/// Where responses of a URL are stored, and how to go on from there.
struct ChainStart: Sendable {
  let key: StoreKey
  let address: WebAddress
  /// The key of another address for the same partition.
  let keyOf: @Sendable (WebAddress) -> StoreKey
}

/// Everything that redirects lead to, from some places on: by stored redirects, and by notes where one was not stored.
///
/// Blocks on the disk.
struct RedirectChain {
  /// The starts among them.
  private(set) var keys: Set<StoreKey> = []

  /// More than any chain of redirects that is followed.
  private static let maximumCount = 1000

  init(_ store: DiskStore, _ starts: [ChainStart], staysAtOrigin: Bool) {
    for start in starts {
      var open: [(key: StoreKey, address: WebAddress?)] = [(start.key, start.address)]
      while let (key, address) = open.popLast(), keys.count < Self.maximumCount {
        guard keys.insert(key).inserted else { continue }
        for location in Self.locations(store, key) {
          guard let next = try? address?.redirected(to: location) else { continue }
          if staysAtOrigin, next.origin != address?.origin { continue }
          open.append((start.keyOf(next), next))
        }
        for note in Self.notes(store, key) where note.isSameOrigin || !staysAtOrigin { open.append((note.key, nil)) }
      }
    }
  }

  private static func locations(_ store: DiskStore, _ key: StoreKey) -> [String] {
    store.entries(for: key).compactMap { Shelf.decoded($0.metadata)?.0 }
      .filter { (300...399).contains($0.status) }.compactMap { $0.headers["Location"] }
  }

  // MARK: Notes

  private static func notes(_ store: DiskStore, _ key: StoreKey) -> [(key: StoreKey, isSameOrigin: Bool)] {
    store.entries(for: CachePlace.trail(of: key)).compactMap { entry in
      guard let flag = entry.metadata.first, let key = StoreKey(bytes: Array(entry.metadata.dropFirst())) else {
        return nil
      }
      return (key, flag == 1)
    }
  }

  static func note(from place: CachePlace, to next: StoreKey, isSameOrigin: Bool, _ store: DiskStore) {
    let key = CachePlace.trail(of: place.key)
    let (variant, old) = (next.text, store.entries(for: key))
    if let same = old.first(where: { $0.variant == variant }) {
      // Counts as a use: a note stays as long as what it leads to.
      _ = store.body(of: same)
      return
    }
    for entry in old.dropFirst(CachePlace.maximumVariants - 1) { store.remove(entry) }
    let writer = store.makeWriter(
      for: key, variant: variant, partition: place.partition.name, label: "\(place.label) (redirect)")
    _ = writer?.commit(metadata: [isSameOrigin ? 1 : 0] + next.bytes)
  }
}
