extension ImagePipeline {
  /// What this pipeline has done since it was made, and what it is doing now. Any thread. Cost: some microseconds.
  public var metrics: PipelineMetrics {
    watch.metrics(
      memoryHits: configuration.memoryCache.statistics.hits, prefetched: prefetched.statistics, memory: memory.use)
  }

  /// Memory's answer, told.
  func seenInMemory(_ request: ImageRequest, _ key: ImageKey) -> ImageResponse? {
    let held = inMemory(key)
    if watch.isObserved, let held { watch.hit(request, isStale: held.isStale) }
    return held
  }

  /// Waits for a picture that memory does not hold, and tells what came of it.
  func loadedImage(_ request: ImageRequest, _ key: ImageKey) async throws(LoadError) -> ImageResponse {
    let ask = watch.ask(request)
    do throws(LoadError) {
      let response = try await images.value(
        for: key, priority: LivePriority(request.priority), ask: ask, work: work(for: request, key))
      watch.ended(ask, .success(response))
      return response
    } catch {
      watch.failed(ask, error)
      throw error
    }
  }

  /// Waits for bytes, and tells what came of it.
  func loadedBytes(_ request: ImageRequest, _ key: ByteKey) async throws(LoadError) -> EncodedImage {
    let ask = watch.ask(request)
    do throws(LoadError) {
      let encoded = try await encodedImage(for: request, key, LivePriority(request.priority), ask, onProgress: nil)
      watch.ended(ask, .success(encoded))
      return encoded
    } catch {
      watch.failed(ask, error)
      throw error
    }
  }
}
