extension ImagePipeline {
  /// Forgets a picture, at every size and of every fallback, and what its redirects led to: what memory and disk hold goes, and loads that run are not kept.
  /// Who waits for those is still served; who asks after this has returned starts anew, at the server.
  public func invalidate(_ request: ImageRequest) async {
    for candidate in request.fallbacks.isEmpty ? [] : candidates(request) where candidate.fallback != nil {
      await invalidate(candidate.request)
    }
    guard let key = try? byteKey(for: request) else { return }
    let finals = configuration.memoryCache.urls { $0.bytes.isSameResource(as: key) }
    forgetInMemory { $0.isSameResource(as: key) }
    guard case .web(let address) = request.source else { return }
    await web.forget(address, request, answeredBy: finals)
    // What read the disk in between.
    forgetInMemory { $0.isSameResource(as: key) }
  }

  /// Forgets every picture of `partition`, as at sign-out: memory entries, rows and bodies on disk are gone, and loads that run are not
  /// kept, when this returns `true`. `false`: something may be left on the disk, which could not be written; memory is empty of them.
  @discardableResult public func purge(_ partition: CachePartition) async -> Bool {
    forgetInMemory { $0.partition == partition }
    let isPurged =
      await web.cache.shelf?.forget(where: { $0.place.partition == partition }) { await $0.purge(partition) } ?? true
    forgetInMemory { $0.partition == partition }
    return isPurged
  }

  /// Forgets every picture, as `invalidate(_:)` does for one. A disk store that others share is emptied for them too. `false`:
  /// something may be left on the disk, which could not be written.
  @discardableResult public func removeAll() async -> Bool {
    forgetInMemory { _ in true }
    let isEmpty = await web.cache.shelf?.forget(where: { _ in true }) { await $0.removeAll() } ?? true
    forgetInMemory { _ in true }
    return isEmpty
  }

  func forgetInMemory(where matches: @escaping @Sendable (ByteKey) -> Bool) {
    web.backOff.forget(where: matches)
    // From the source on. Twice, since a load that starts in between may still find what the next step removes.
    bytes.detach(where: matches)
    landed.remove(where: matches)
    bytes.detach(where: matches)
    images.detach { matches($0.bytes) }
    configuration.memoryCache.remove { key, _ in matches(key.bytes) }
    images.detach { matches($0.bytes) }
  }

  /// Forgets what memory holds of addresses that `request` changed by an unsafe method (RFC 9111 section 4.4).
  func forgetInMemory(_ addresses: [WebAddress], changedBy request: ImageRequest) {
    let identities = addresses.map { ByteKey.Identity.web((try? configuration.keyNormalizer.normalized($0)) ?? $0) }
    let own = request.cacheKey.map { ByteKey.Identity.custom($0) }
    forgetInMemory { key in
      [request.partition, .shared].contains(key.partition) && (identities.contains(key.identity) || key.identity == own)
    }
  }
}
