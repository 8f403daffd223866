/// A running load. Any thread.
public final class ImageTask: Sendable {
  private struct State {
    var progress: LoadProgress?
    var result: Result<ImageResponse, LoadError>?
    var streams: [AsyncStream<LoadEvent>.Continuation] = []
    var cancelFlight: (@Sendable () -> Void)?
  }

  /// What was asked for.
  public let request: ImageRequest
  let waiter: FlightWaiter<ImageResponse>
  private let state: Locked<State>

  init(request: ImageRequest) {
    self.request = request
    let state = Locked(State())
    self.state = state
    waiter = FlightWaiter(priority: LivePriority(request.priority)) { Self.progress($0, state) }
    waiter.whenEnded { Self.end($0, state) }
  }

  /// How much the load matters. Setting it moves the load in the queues where it waits.
  public var priority: Priority {
    get { waiter.priority.current }
    set { waiter.priority.set(newValue) }
  }

  /// Ends the wait with `.cancelled`; the load itself ends when nobody else waits for it. Does nothing after the end.
  public func cancel() {
    let cancelFlight = state.withLock { $0.cancelFlight }
    if let cancelFlight { cancelFlight() } else { waiter.end(.failure(.cancelled)) }
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

  /// What happens from now on; the latest progress first, when there is one. Each call gives a stream of its own, and each
  /// stream ends with exactly one `.finished`, also when the load has ended before.
  public var events: AsyncStream<LoadEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: LoadEvent.self)
    let isOver = state.withLock { state -> Bool in
      if let progress = state.progress { continuation.yield(.progress(progress)) }
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

  func begin<Key>(_ flights: Flights<Key, ImageResponse>, _ key: Key, work: @escaping Flights<Key, ImageResponse>.Work)
  {
    state.withLock { state in
      state.cancelFlight = { [waiter] in flights.cancel(waiter, of: key) }
    }
    flights.join(key, waiter, work: work)
  }

  private static func progress(_ progress: LoadProgress, _ state: Locked<State>) {
    // Yielded under the lock, so that nothing comes after the end. Yielding only stores and schedules.
    state.withLock { state in
      guard state.result == nil else { return }
      state.progress = progress
      for stream in state.streams { stream.yield(.progress(progress)) }
    }
  }

  private static func end(_ result: Result<ImageResponse, LoadError>, _ state: Locked<State>) {
    let streams = state.withLock { state in
      state.result = result
      state.cancelFlight = nil
      defer { state.streams = [] }
      for stream in state.streams { stream.yield(.finished(result)) }
      return state.streams
    }
    for stream in streams { stream.finish() }
  }
}
