extension ImagePipeline {
  /// What came of this pipeline's prefetching: whether what was fetched ahead was wanted.
  public var prefetchStatistics: PrefetchStatistics { prefetched.statistics }

  func prefetchKey(
    for request: ImageRequest, _ destination: ImagePrefetcher.Destination
  ) throws(LoadError) -> PrefetchKey {
    switch destination {
    case .memory: .image(try imageKey(for: request))
    case .disk: .bytes(try byteKey(for: request))
    }
  }

  /// Whether the picture is where a prefetch would bring it, as far as can be told at once.
  func isPrefetched(_ key: PrefetchKey) -> Bool {
    guard case .image(let key) = key, key.bytes.demand.readsMemory,
      let held = configuration.memoryCache.peek(key.inMemory)
    else { return false }
    return key.bytes.demand.takesAnyAge || held.freshness.freshUntil > configuration.time.steady()
  }

  /// Begins `load`; `whenEnded` is called once.
  func prefetch(_ load: PrefetchLoad, whenEnded: @escaping @Sendable (PrefetchLoad.Outcome) -> Void) {
    prefetched.begin(load.key.bytes)
    switch load.waiter {
    case .image(let waiter, let key):
      waiter.whenEnded { [self] result in
        if case .success(let response) = result, response.isDueForRefresh { refreshBehind(load.request, key) }
        whenEnded(settle(load, result.map { ($0.source, $0.encodedSize) }, cached: [.memory]))
      }
      images.join(key, waiter, work: work(for: load.request, key))
    case .bytes(let waiter, let key):
      waiter.whenEnded { [self] result in
        if case .success(let encoded) = result, encoded.isDueForRefresh { refreshBehind(load.request, key) }
        whenEnded(settle(load, result.map { ($0.source, ByteCount($0.data.count)) }, cached: [.memory, .disk]))
      }
      join(load.request, key, waiter)
    }
  }

  /// Ends the wait of `load`; what it waits for ends when nobody else does.
  func cancelPrefetch(_ load: PrefetchLoad) {
    switch load.waiter {
    case .image(let waiter, let key): images.cancel(waiter, of: key)
    case .bytes(let waiter, let key): bytes.cancel(waiter, of: key)
    }
  }

  private func settle(
    _ load: PrefetchLoad, _ result: Result<(source: ImageResponse.Source, size: ByteCount), LoadError>,
    cached: Set<ImageResponse.Source>
  ) -> PrefetchLoad.Outcome {
    let outcome: PrefetchLoad.Outcome =
      switch result {
      case .success(let found) where cached.contains(found.source): .cached
      case .success(let found): .loaded(found.source == .network ? found.size : .zero)
      case .failure(let error): error.isCancelled ? .cancelled : .failed
      }
    prefetched.end(load.key.bytes, outcome)
    return outcome
  }
}
