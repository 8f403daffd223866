extension ImagePipeline {
  /// Memory's answer as the request demands it.
  func inMemory(_ key: ImageKey) -> ImageResponse? {
    let demand = key.bytes.demand
    guard demand.readsMemory else { return nil }
    let now = configuration.time.steady()
    let pause = web.backOff.pause(of: key.bytes.resource)
    let held = configuration.memoryCache.response(for: key.inMemory) { response in
      demand.takesAnyAge || response.freshness.usableUntil > now
        || pause != nil && response.freshness.standsInUntil > now
    }
    guard let held else { return nil }
    if held.freshness.freshUntil > now { return held.fromMemory(.memory) }
    if demand.takesAnyAge { return held.fromMemory(.memoryAnyAge) }
    if let pause { return held.fromMemory(.memoryInstead(pause)) }
    return held.fromMemory(.memoryStale, isDueForRefresh: true)
  }

  /// What came into memory between the caller's look and its joining a flight.
  func arrivedMeanwhile(_ key: ImageKey) -> ImageResponse? {
    guard key.bytes.demand.readsMemory, let held = configuration.memoryCache.peek(key.inMemory) else { return nil }
    let now = configuration.time.steady()
    if held.freshness.freshUntil > now { return held.fromMemory(.memory) }
    if key.bytes.demand.takesAnyAge { return held.fromMemory(.memoryAnyAge) }
    guard held.freshness.standsInUntil > now else { return nil }
    return web.backOff.pause(of: key.bytes.resource).map { held.fromMemory(.memoryInstead($0)) }
  }

  /// A stale picture that answers in place of `error`, where its server fails and does not forbid that (RFC 9111 section 4.2.4, RFC 5861
  /// section 4): the disk has none, or has no part in this pipeline.
  func standIn(for key: ImageKey, _ error: LoadError) -> ImageResponse? {
    guard error.allowsStandIn, key.bytes.demand.readsMemory,
      let held = configuration.memoryCache.peek(key.inMemory),
      held.freshness.standsInUntil > configuration.time.steady()
    else { return nil }
    return held.fromMemory(.memoryInstead("the origin fails: \(error.message)"))
  }

  /// Whether memory holds, at any size, what may be shown if the server fails.
  func hasStandIn(_ key: ByteKey) -> Bool {
    guard key.demand.readsMemory else { return false }
    let now = configuration.time.steady()
    return configuration.memoryCache.contains { held, response in
      held.bytes.isSameQuestion(as: key) && response.freshness.standsInUntil > now
    }
  }

  /// Lets older pictures of the same URL go, at every size. What is older itself than what memory holds is not kept.
  func replacing(_ encoded: EncodedImage, _ key: ByteKey, isDetached: Bool) -> EncodedImage {
    if key.demand.replacesAll {
      // What came before these bytes, at any size, must not answer for them; nor what still loads and may be older.
      forgetInMemory { !$0.demand.replacesAll && $0.isSameResource(as: key) }
      return encoded
    }
    // Where the disk had nothing to compare with, or has no part in this, memory is asked. Who was detached may be older than what it holds.
    let isMaybeChange = encoded.source == .network && key.demand.writesMemory && !isDetached
    guard encoded.isChange || isMaybeChange else { return encoded }
    var isOld = false
    configuration.memoryCache.remove { held, response in
      let isSame = encoded.isChange ? held.bytes.isSameResource(as: key) : held.bytes.isSameQuestion(as: key)
      guard isSame, response.digest != encoded.digest else { return false }
      isOld = isOld || response.order > encoded.order && held.bytes.isSameQuestion(as: key)
      return response.order <= encoded.order
    }
    return isOld ? encoded.unkept : encoded
  }

  /// Forgets pictures that their server withdrew, at every size, and what loads of them that may be older bring. A reload that runs may be
  /// newer.
  func forgetInMemory(withdrawn key: ByteKey) {
    guard key.demand.writesMemory else { return }
    forgetInMemory { (key.demand.replacesAll || !$0.demand.replacesAll) && $0.isSameResource(as: key) }
  }
}
