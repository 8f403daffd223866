import HTTPCaching

// What is kept where.
extension WebLoader {
  /// Where the responses to a hop are kept; `nil` when the disk has no part in it.
  func place(of hop: Hop, _ call: Call) throws(LoadError) -> CachePlace? {
    let mayKeep = Self.mayKeep(hop.transportRequest.headers, call.request.partition)
    guard mayKeep, let place = try place(of: call.address, call.request, call.demand) else { return nil }
    guard hop.address != call.address else { return hop.isRead ? place : place.unread }
    let moved = place.moved(to: try key(of: hop.address, nil, call.request.partition), label: hop.address.redacted)
    return hop.isRead ? moved : moved.unread
  }

  /// Where what a request asks for is kept; `nil` when the disk has no part in it.
  func place(
    of address: WebAddress, _ request: ImageRequest, _ demand: CacheDemand
  ) throws(LoadError) -> CachePlace? {
    guard cache.shelf != nil, demand.disk != .none, demand.policy != .noStore else { return nil }
    let key = try key(of: address, request)
    return CachePlace(
      key: key, root: key, partition: request.partition, label: address.redacted, reads: demand.disk.reads,
      writes: demand.disk.writes)
  }

  /// Whether there is no place for a hop since somebody signed in for it, and no partition was named.
  func wantsPartition(_ hop: Hop, _ call: Call) -> Bool {
    guard cache.shelf != nil, call.demand.disk != .none, call.demand.policy != .noStore else { return false }
    return !Self.mayKeep(hop.transportRequest.headers, call.request.partition)
  }

  /// What only somebody who signed in may see stays out of what everybody shares. A user and a password in the URL are not
  /// sent, and let nobody in.
  static func mayKeep(_ headers: HTTPHeaders, _ partition: CachePartition) -> Bool {
    partition != .shared || headers["Authorization"] == nil
  }

  /// The key of what a request asks for.
  func key(of address: WebAddress, _ request: ImageRequest) throws(LoadError) -> StoreKey {
    try key(of: address, request.cacheKey, request.partition)
  }

  func named(_ address: WebAddress) -> WebAddress { (try? normalizer.normalized(address)) ?? address }

  func key(
    of address: WebAddress, _ chosen: String?, _ partition: CachePartition
  ) throws(LoadError) -> StoreKey {
    // A key that the caller chose is told from a URL by what no URL begins with.
    if let chosen { return CachePlace.key(" \(chosen)", partition) }
    return CachePlace.key(try normalizer.normalized(address).text, partition)
  }

  /// Every place that responses of `url` may be stored at, as far as this request can know: its partition's, and everybody's.
  func starts(of url: String, _ hop: Hop, _ call: Call) -> [ChainStart] {
    guard let address = WebAddress(url: url) else { return [] }
    let partitions = Set([call.request.partition, .shared])
    let chosen = hop.address == call.address && address == hop.address ? call.request.cacheKey : nil
    return partitions.flatMap { partition in
      Set([chosen, nil]).compactMap { chosen in
        (try? key(of: address, chosen, partition)).map {
          ChainStart(key: $0, address: address, keyOf: keyOf(partition))
        }
      }
    }
  }

  private func keyOf(_ partition: CachePartition) -> @Sendable (WebAddress) -> StoreKey {
    { CachePlace.key(named($0).text, partition) }
  }

  /// Removes a picture, and the redirects that lead to it, from the disk.
  /// - Parameter finals: URLs that are known to have answered. The disk has no part in requests with credentials, and does not know where
  ///   their redirects led.
  func forget(_ address: WebAddress, _ request: ImageRequest, answeredBy finals: Set<String>) async {
    guard let shelf = cache.shelf, let key = try? key(of: address, request) else { return }
    let keyOf = keyOf(request.partition)
    var starts = [ChainStart(key: key, address: address, keyOf: keyOf)]
    for final in finals.compactMap({ WebAddress(url: $0) }) where final != address {
      starts.append(ChainStart(key: keyOf(final), address: final, keyOf: keyOf))
    }
    await shelf.forget(starts)
  }
}
