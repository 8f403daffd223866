import Foundation

// Several URLs for one picture. Each is a load of its own, joined and kept under its own key: the picture of a fallback never answers for
// the first URL, which is asked again next time.
extension ImagePipeline {
  func candidates(_ request: ImageRequest) -> [ImageRequest.Candidate] {
    request.candidates(isConstrained: configuration.connectivity.isConstrained())
  }

  /// The picture of the first URL that has one.
  func imageOfFirst(_ request: ImageRequest) async throws(LoadError) -> ImageResponse {
    if let held = cachedOfFirst(request) { return held }
    return try await first(request) { candidate throws(LoadError) in
      var response = try await image(for: candidate.request)
      response.fallback = candidate.fallback
      return response
    }
  }

  func dataOfFirst(_ request: ImageRequest) async throws(LoadError) -> DataResponse {
    try await first(request) { candidate throws(LoadError) in
      var response = try await data(for: candidate.request)
      response.fallback = candidate.fallback
      return response
    }
  }

  /// What memory holds: of the first URL; where little data is wanted also of the others, the best first.
  func cachedOfFirst(_ request: ImageRequest) -> ImageResponse? {
    if let held = cachedImage(for: request.alone) { return held }
    let isConstrained = configuration.connectivity.isConstrained()
    guard request.isLow(isConstrained) else { return nil }
    for candidate in request.candidates(isConstrained: isConstrained).reversed() {
      guard var held = cachedImage(for: candidate.request) else { continue }
      held.fallback = candidate.fallback
      return held
    }
    return nil
  }

  /// Fails as the request's own URL failed.
  private func first<Value: Sendable>(
    _ request: ImageRequest, _ load: (ImageRequest.Candidate) async throws(LoadError) -> Value
  ) async throws(LoadError) -> Value {
    var failure = LoadError.cancelled
    for candidate in candidates(request) {
      do throws(LoadError) {
        return try await load(candidate)
      } catch {
        guard !error.isCancelled else { throw error }
        if failure.isCancelled || candidate.fallback == nil { failure = error }
      }
    }
    throw failure
  }

  /// Begins with the first of `candidates`; its failure begins with the next.
  func start(_ task: ImageTask, _ candidates: ArraySlice<ImageRequest.Candidate>, after failure: LoadError? = nil) {
    guard let candidate = candidates.first else { return task.fail(failure ?? .cancelled) }
    let rest = candidates.dropFirst()
    let next = { @Sendable [self] (error: LoadError) in
      // The error of the request's own URL is the one to tell.
      start(task, rest, after: candidate.fallback == nil ? error : failure ?? error)
    }
    do throws(LoadError) {
      let request = candidate.request
      let key = try imageKey(for: request)
      prefetched.use(key.bytes.plain)
      let fresh = key.demanding(key.bytes.demand.refreshing)
      let refresh = ImageTask.Load(
        flights: images, key: fresh, work: work(for: request, fresh), watch: watch, isRefresh: true,
        fallback: candidate.fallback)
      if var response = seenInMemory(request, key) {
        response.fallback = candidate.fallback
        task.begin(with: response, refresh: refresh)
      } else {
        let load = ImageTask.Load(
          flights: images, key: key, work: work(for: request, key), watch: watch, fallback: candidate.fallback)
        task.begin(load, refresh: refresh, otherwise: next)
      }
    } catch { next(error) }
  }
}
