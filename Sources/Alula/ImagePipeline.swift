import Foundation

/// Takes images from a URL, a file or data to pixels: joined, limited, checked, decoded at the size shown, kept in memory.
///
/// Any thread. One pipeline is usually enough for an app; each has its own limits and flights.
///
///     let response = try await ImagePipeline.shared.image(for: ImageRequest("https://…/cat.jpg", target: .pixels(300, 200)))
///
/// The flow, top to bottom: memory → flights of images → bytes → decoder → memory; bytes: flights of bytes → HTTP cache (disk) → gate →
/// transport → checks. `Docs/Pipeline.md` has the picture.
public final class ImagePipeline: Sendable {
  /// A pipeline with the default configuration.
  public static let shared = ImagePipeline()

  let configuration: Configuration
  let images: Flights<ImageKey, ImageResponse>
  let bytes: Flights<ByteKey, EncodedImage>
  let landed = LandedBytes()
  let prefetched = PrefetchLedger()
  let web: WebLoader
  let watch: PipelineWatch
  let variants: VariantShelf?
  let decoding: DecodePool
  let previewing: PreviewDecoder
  let memory: MemoryBudget
  let files: Worker

  /// A pipeline of its own: its limits, its flights, its decoding threads.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
    let scheduling = configuration.scheduling
    let limits = configuration.network
    let time = configuration.time
    let memory = MemoryBudget(
      limit: configuration.memoryBudget, cache: configuration.memoryCache, order: limits.order)
    self.memory = memory
    let gate = Gate(
      width: limits.maximumRequests, widthPerKey: limits.maximumRequestsPerHost, order: limits.order
    ) { memory.isOpen(to: $0, isFirst: $1) }
    memory.whenRoom { [weak gate] in gate?.reconsider() }
    let watch = PipelineWatch(configuration.observer, now: time.steady)
    self.watch = watch
    images = Flights(scheduling: scheduling) { watch.joined($0, picture: $1) }
    bytes = Flights(scheduling: scheduling) { watch.joined($0, bytes: $1) }
    let shelf = configuration.diskStore.map {
      Shelf(store: $0, bodyLimit: limits.maximumBodySize, time: time, scheduling: scheduling)
    }
    web = WebLoader(
      cache: HTTPCache(
        rules: configuration.freshness.rules, shelf: shelf, time: time,
        assumedLifetime: configuration.freshness.assumedLifetime),
      backOff: BackOff(time: time),
      retrier: Retrier(
        pacing: configuration.retryPacing, budget: RetryBudget(time: time), connectivity: configuration.connectivity),
      transport: configuration.transport,
      gate: gate,
      limits: limits, decoders: configuration.decoders, accept: configuration.accept ?? configuration.decoders.accept,
      normalizer: configuration.keyNormalizer,
      log: PipelineLog(configuration.log))
    variants = VariantShelf(shelf: shelf, variants: configuration.diskVariants, scheduling: scheduling)
    decoding = DecodePool(
      decoder: configuration.decoders, width: configuration.maximumDecodes, order: limits.order, scheduling: scheduling,
      watch: watch, memory: memory)
    previewing = PreviewDecoder(
      decoder: configuration.decoders, pictures: decoding, memory: memory, order: limits.order, scheduling: scheduling)
    files = Worker(label: "alula.files", scheduling: scheduling)
    guard configuration.log != nil else { return }
    configuration.diskStore?.onNotice { [weak self] sentence in self?.web.log.say(0, "disk", sentence) }
  }

  /// The decoded pictures that this pipeline holds: its statistics, its caps, trimming.
  public var memoryCache: MemoryCache { configuration.memoryCache }

  // MARK: Asking

  /// The decoded picture.
  ///
  /// Equal requests share one load; requests for one URL at two sizes share one download. Cancelling the calling task ends
  /// this wait alone; the load goes on as long as anybody waits for it. A stale picture that may be shown while it is validated
  /// comes at once (`ImageResponse.isStale`), and what comes of the validation is there for the next request; `task(for:)` brings both.
  /// - Throws: `LoadError`; `.cancelled` at once when the task is cancelled already.
  public func image(for request: ImageRequest) async throws(LoadError) -> ImageResponse {
    guard !Task.isCancelled else { throw .cancelled }
    guard request.fallbacks.isEmpty else { return try await imageOfFirst(request) }
    let key = try imageKey(for: request)
    prefetched.use(key.bytes.plain)
    let response = if let held = seenInMemory(request, key) { held } else { try await loadedImage(request, key) }
    if response.isDueForRefresh { refreshBehind(request, key) }
    return response
  }

  /// The encoded bytes, checked to begin like an image. Joined with the downloads of `image(for:)`; the target size is ignored.
  /// Encoded bytes are not kept in memory: they come from disk or from the source.
  /// - Throws: `LoadError`; `.cancelled` at once when the task is cancelled already.
  public func data(for request: ImageRequest) async throws(LoadError) -> DataResponse {
    guard !Task.isCancelled else { throw .cancelled }
    guard request.fallbacks.isEmpty else { return try await dataOfFirst(request) }
    let key = try byteKey(for: request)
    prefetched.use(key.plain)
    let encoded = try await loadedBytes(request, key)
    if encoded.isDueForRefresh { refreshBehind(request, key) }
    return DataResponse(
      data: encoded.data, source: encoded.source, format: encoded.format, url: encoded.url,
      headers: encoded.head?.headers ?? [:], cacheReport: encoded.report, isDueForRefresh: encoded.isDueForRefresh)
  }

  /// Starts a load and returns its handle at once: events, a priority that can change, cancel.
  ///
  /// A stale picture that may be shown while it is validated is an event `.preview`; `.finished` then brings the picture of now, the
  /// very same bitmap when nothing changed, the stale one when the server cannot be asked, or the error when it says that the picture is
  /// gone. With `ImageRequest.progressivePreviews` a picture that still comes is one too. The load goes on when the handle is dropped; `ImageTask.cancel()` ends it.
  public func task(for request: ImageRequest) -> ImageTask {
    let task = ImageTask(request: request)
    if let held = request.fallbacks.isEmpty ? nil : cachedOfFirst(request) {
      task.begin(with: held)
    } else {
      start(task, candidates(request)[...])
    }
    return task
  }

  /// The picture, if memory holds it at this size and it is fresh (or of any age, if the request's policy takes that): synchronous,
  /// any thread, what a cell asks in its own turn. Cost: well under a microsecond, plus reading a file's stamp for a file. Nothing
  /// found is not counted as a miss; the load that follows is.
  public func cachedImage(for request: ImageRequest) -> ImageResponse? {
    guard request.fallbacks.isEmpty else { return cachedOfFirst(request) }
    guard let key = try? imageKey(for: request), key.bytes.demand.readsMemory else { return nil }
    let now = configuration.time.steady()
    let anyAge = key.bytes.demand.takesAnyAge
    let held = configuration.memoryCache
      .response(for: key.inMemory, countsMiss: false) { anyAge || $0.freshness.freshUntil > now }
    guard let held else { return nil }
    prefetched.use(key.bytes.plain)
    let isFresh = held.freshness.freshUntil > now
    if watch.isObserved { watch.hit(request, isStale: !isFresh) }
    return held.fromMemory(isFresh ? .memory : .memoryAnyAge)
  }
}
