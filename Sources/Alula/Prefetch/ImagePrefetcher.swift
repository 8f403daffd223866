/// Loads pictures that will be wanted soon, behind everything that is wanted now. Any thread.
///
/// It asks the pipeline that the views ask: the same caches, the same flights. A view that asks for a picture that is on its way joins
/// that load and lifts it to its own priority; when it leaves again the load falls back. What is asked for twice is loaded once.
///
///     let prefetcher = ImagePrefetcher(pipeline: pipeline)
///     prefetcher.start(rows.map { ImageRequest(url: $0.picture, target: size) })
///
/// Cost: a dictionary entry for each request that waits; `maximumLoads` of them are in the pipeline at a time. When the prefetcher is
/// released, what it asked for is cancelled.
public final class ImagePrefetcher: Sendable {
  /// How far a picture is brought.
  public enum Destination: Hashable, Sendable {
    /// Decoded, into memory (and its bytes onto the disk): the next look finds the picture.
    case memory
    /// The bytes, onto the disk; nothing is decoded. Does nothing useful for a pipeline without a disk store.
    case disk
  }

  /// What became of the requests that were given to `start(_:)`. All but `asked` add up to `asked`.
  public struct Counts: Hashable, Sendable {
    /// Requests in all.
    public internal(set) var asked = 0
    /// Brought, over the network or from the disk into memory.
    public internal(set) var loaded = 0
    /// Where they were to be brought already.
    public internal(set) var cached = 0
    /// The same as another one that waits or loads.
    public internal(set) var duplicates = 0
    public internal(set) var failed = 0
    /// Stopped before their end.
    public internal(set) var stopped = 0
    /// Waiting for their turn.
    public internal(set) var waiting = 0
    /// Loading now.
    public internal(set) var loading = 0
  }

  /// How far pictures are brought.
  public let destination: Destination
  /// The most loads at once. Those that are visible have the other places of the pipeline's `NetworkLimits`.
  public let maximumLoads: Int

  private let pipeline: ImagePipeline
  private let queue: Locked<PrefetchQueue>

  /// - Parameters:
  ///   - pipeline: Loads. Default: the shared one.
  ///   - destination: Default `.memory`.
  ///   - priority: Of all its loads. Default `.low`.
  ///   - maximumLoads: Default 2; below 1 counts as 1.
  public init(
    pipeline: ImagePipeline = .shared, destination: Destination = .memory, priority: Priority = .low,
    maximumLoads: Int = 2
  ) {
    self.pipeline = pipeline
    self.destination = destination
    self.maximumLoads = max(1, maximumLoads)
    queue = Locked(PrefetchQueue(priority: priority, width: max(1, maximumLoads)))
  }

  deinit { stop() }

  /// The priority of its loads, running ones included.
  public var priority: Priority {
    get { queue.withLock { $0.priority } }
    set {
      let running = queue.withLock { queue in
        queue.priority = newValue
        return queue.running.values.map(\.priority)
      }
      for live in running { live.set(newValue) }
    }
  }

  /// While it is set nothing new begins. What runs goes on.
  public var isPaused: Bool {
    get { queue.withLock { $0.isPaused } }
    set {
      queue.withLock { $0.isPaused = newValue }
      advance()
    }
  }

  /// What became of the requests so far.
  public var counts: Counts { queue.withLock { $0.counts } }

  /// Asks for pictures, in that order, behind those that wait already. The requests' own priorities have no meaning here.
  public func start(_ requests: [ImageRequest]) {
    for request in requests {
      let key = try? pipeline.prefetchKey(for: request, destination)
      let isCached = key.map { pipeline.isPrefetched($0) } ?? false
      queue.withLock { $0.add(request, key, isCached: isCached) }
    }
    advance()
  }

  /// Takes back what was asked for: what waits is forgotten, what runs ends, unless a view waits for it, too.
  public func stop(_ requests: [ImageRequest]) {
    guard !requests.isEmpty else { return }
    let keys = Set(requests.compactMap { try? pipeline.prefetchKey(for: $0, destination) })
    end { keys.contains($0) }
  }

  /// The same for everything.
  public func stop() { end { _ in true } }

  /// Waits until nothing waits and nothing loads: for programs that warm a cache. Returns at once when the calling task is cancelled.
  public func finish() async {
    let token = PrefetchQueue.Token()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if queue.withLock({ $0.wait(token, continuation) }) { continuation.resume() }
      }
    } onCancel: {
      queue.withLock { $0.leave(token) }?.resume()
    }
  }

  private func end(where matches: (PrefetchKey) -> Bool) {
    let ended = queue.withLock { $0.stop(where: matches) }
    for load in ended { pipeline.cancelPrefetch(load) }
    advance()
  }

  /// Begins what there is room for.
  private func advance() {
    while let load = queue.withLock({ $0.next() }) {
      pipeline.prefetch(load) { [weak self] outcome in self?.finish(load, outcome) }
    }
    for continuation in queue.withLock({ $0.takeWaiters() }) { continuation.resume() }
  }

  private func finish(_ load: PrefetchLoad, _ outcome: PrefetchLoad.Outcome) {
    guard queue.withLock({ $0.end(load, outcome) }) else { return }
    advance()
  }
}
