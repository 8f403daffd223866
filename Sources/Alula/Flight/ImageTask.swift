import Foundation

/// A running load. Any thread.
public final class ImageTask: Sendable {
  /// A flight to wait for.
  struct Load: Sendable {
    let flights: Flights<ImageKey, ImageResponse>
    let key: ImageKey
    let work: Flights<ImageKey, ImageResponse>.Work
    let watch: PipelineWatch
    var isRefresh = false
    /// Whose picture it brings; `nil` for the request's own URL.
    var fallback: URL?
  }

  private struct State {
    var progress: LoadProgress?
    var preview: ImageResponse?
    var result: Result<ImageResponse, LoadError>?
    var streams: [AsyncStream<LoadEvent>.Continuation] = []
    var cancelFlight: (@Sendable () -> Void)?
    var isCancelled = false
    /// How many loads were waited for.
    var loads = 0

    /// A part is of no use once the load that brought it is over.
    mutating func dropPart() { if preview?.isPartial == true { preview = nil } }
  }

  /// What was asked for.
  public let request: ImageRequest
  private let live: LivePriority
  private let state = Locked(State())

  init(request: ImageRequest) {
    self.request = request
    live = LivePriority(request.priority)
  }

  /// How much the load matters. Setting it moves the load in the queues where it waits.
  public var priority: Priority {
    get { live.current }
    set { live.set(newValue) }
  }

  /// Ends the wait with `.cancelled`; the load itself ends when nobody else waits for it. Does nothing after the end.
  public func cancel() {
    let cancelFlight = state.withLock { state in
      state.isCancelled = true
      return state.cancelFlight
    }
    if let cancelFlight { cancelFlight() } else { end(.failure(.cancelled)) }
  }

  /// The picture.
  /// - Throws: what the load failed with. A cancelled caller stops waiting with `.cancelled`; the load goes on.
  public var response: ImageResponse {
    get async throws(LoadError) {
      for await event in events {
        if case .finished(let result) = event { return try result.get() }
      }
      throw .cancelled
    }
  }

  /// What happens from now on; the latest progress and preview first, when there are any. Each call gives a stream of its own, and each
  /// stream ends with exactly one `.finished`, also when the load has ended before.
  public var events: AsyncStream<LoadEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: LoadEvent.self)
    let isOver = state.withLock { state -> Bool in
      if let progress = state.progress { continuation.yield(.progress(progress)) }
      if let preview = state.preview { continuation.yield(.preview(preview)) }
      if let result = state.result {
        continuation.yield(.finished(result))
        return true
      }
      state.streams.append(continuation)
      return false
    }
    if isOver { continuation.finish() }
    return stream
  }

  var hasEnded: Bool { state.withLock { $0.result != nil } }

  // MARK: Running

  /// Waits for `load`, and behind a stale picture for `refresh`.
  /// - Parameter otherwise: what to do when `load` fails.
  func begin(_ load: Load, refresh: Load, otherwise: @escaping @Sendable (LoadError) -> Void) {
    wait(for: load) { [self] outcome in
      switch outcome {
      case .success(let response): begin(with: response, refresh: refresh)
      case .failure(let error): if error.isCancelled { end(outcome) } else { otherwise(error) }
      }
    }
  }

  /// Ends with `response`; a stale one is shown first, and `refresh` waited for.
  func begin(with response: ImageResponse, refresh: Load) {
    guard response.isDueForRefresh else { return end(.success(response)) }
    state.withLock { state in
      guard state.result == nil else { return }
      state.preview = response
      for stream in state.streams { stream.yield(.preview(response)) }
    }
    wait(for: refresh) { [self] outcome in
      // A server that cannot be asked takes nothing away; one that says the picture is gone does.
      if case .failure(let error) = outcome, !error.isCancelled, !error.isWithdrawal {
        end(.success(response))
      } else {
        end(outcome)
      }
    }
  }

  /// Ends with a picture that needs no more.
  func begin(with response: ImageResponse) { end(.success(response)) }

  func fail(_ error: LoadError) { end(.failure(error)) }

  private func wait(for load: Load, whenEnded: @escaping @Sendable (Result<ImageResponse, LoadError>) -> Void) {
    let ask = load.watch.ask(request, isRefresh: load.isRefresh)
    let number = state.withLock { state in
      state.dropPart()
      state.loads += 1
      return state.loads
    }
    // Behind a stale picture, which is whole, a part of the new one would be a step back.
    let wish =
      load.isRefresh
      ? nil
      : request.progressivePreviews.interval.map { interval in
        PreviewWish<ImageResponse>(every: interval) { [state] in Self.preview($0, load.fallback, number, state) }
      }
    let waiter = FlightWaiter<ImageResponse>(priority: live, previews: wish) { [state] in
      Self.progress($0.progress, state)
    }
    // Between two flights there is none to cancel.
    let isCancelled = state.withLock { state in
      state.cancelFlight = { load.flights.cancel(waiter, of: load.key) }
      return state.isCancelled
    }
    waiter.whenEnded { outcome in
      load.watch.ended(ask, outcome)
      whenEnded(
        outcome.map { response in
          var response = response
          response.fallback = load.fallback
          return response
        })
    }
    guard !isCancelled else {
      waiter.end(.failure(.cancelled))
      return
    }
    load.flights.join(load.key, waiter, ask: ask, work: load.work)
  }

  private static func progress(_ progress: LoadProgress, _ state: Locked<State>) {
    // Yielded under the lock, so that nothing comes after the end. Yielding only stores and schedules.
    state.withLock { state in
      guard state.result == nil else { return }
      state.progress = progress
      for stream in state.streams { stream.yield(.progress(progress)) }
    }
  }

  private static func preview(_ part: ImageResponse, _ fallback: URL?, _ load: Int, _ state: Locked<State>) {
    var part = part
    part.fallback = fallback
    state.withLock { state in
      // One that is late may be of a URL that has failed since.
      guard state.result == nil, state.loads == load else { return }
      state.preview = part
      for stream in state.streams { stream.yield(.preview(part)) }
    }
  }

  private func end(_ result: Result<ImageResponse, LoadError>) {
    let streams = state.withLock { state -> [AsyncStream<LoadEvent>.Continuation] in
      guard state.result == nil else { return [] }
      state.result = result
      state.cancelFlight = nil
      state.dropPart()
      defer { state.streams = [] }
      for stream in state.streams { stream.yield(.finished(result)) }
      return state.streams
    }
    for stream in streams { stream.finish() }
  }
}
