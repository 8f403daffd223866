import Foundation

/// Takes images from a URL, a file or data to pixels: joined, limited, checked, decoded at the size shown, kept in memory.
///
/// Any thread. One pipeline is usually enough for an app; each has its own limits and flights.
///
///     let response = try await ImagePipeline.shared.image(for: ImageRequest("https://…/cat.jpg", target: .pixels(300, 200)))
///
/// The flow, top to bottom: memory → flights of images → bytes → decoder → memory; bytes: flights of bytes → gate → transport →
/// checks. `Docs/Pipeline.md` has the picture.
public final class ImagePipeline: Sendable {
  /// A pipeline with the default configuration.
  public static let shared = ImagePipeline()

  let configuration: Configuration
  private let images: Flights<ImageKey, ImageResponse>
  private let bytes: Flights<ByteKey, EncodedImage>
  private let landed = LandedBytes()
  private let web: WebLoader
  private let decoding: DecodePool
  private let files: Worker

  /// A pipeline of its own: its limits, its flights, its decoding threads.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
    let scheduling = configuration.scheduling
    let limits = configuration.network
    images = Flights(scheduling: scheduling)
    bytes = Flights(scheduling: scheduling)
    web = WebLoader(
      transport: configuration.transport,
      gate: Gate(
        width: limits.maximumRequests, widthPerKey: limits.maximumRequestsPerHost, order: limits.order),
      limits: limits, accept: configuration.accept, log: PipelineLog(configuration.log))
    decoding = DecodePool(
      decoder: configuration.decoder, width: configuration.maximumDecodes, order: limits.order, scheduling: scheduling)
    files = Worker(label: "alula.files", scheduling: scheduling)
  }

  /// The decoded pictures that this pipeline holds: its statistics, its caps, trimming.
  public var memoryCache: MemoryCache { configuration.memoryCache }

  // MARK: Asking

  /// The decoded picture.
  ///
  /// Equal requests share one load; requests for one URL at two sizes share one download. Cancelling the calling task ends
  /// this wait alone; the load goes on as long as anybody waits for it.
  /// - Throws: `LoadError`; `.cancelled` at once when the task is cancelled already.
  public func image(for request: ImageRequest) async throws(LoadError) -> ImageResponse {
    guard !Task.isCancelled else { throw .cancelled }
    let key = try imageKey(for: request)
    if let response = try inMemory(key, request) { return response }
    return try await images.value(for: key, priority: LivePriority(request.priority), work: work(for: request, key))
  }

  /// The encoded bytes, checked to begin like an image. Joined with the downloads of `image(for:)`; the target size is ignored.
  /// Encoded bytes are not kept in memory, so `.onlyCached` always fails.
  /// - Throws: `LoadError`; `.cancelled` at once when the task is cancelled already.
  public func data(for request: ImageRequest) async throws(LoadError) -> DataResponse {
    guard !Task.isCancelled else { throw .cancelled }
    guard request.cachePolicy != .onlyCached else {
      throw LoadError(.notCached, "Encoded bytes are not kept in memory.")
    }
    let key = try byteKey(for: request)
    let encoded = try await encodedImage(for: request, key, LivePriority(request.priority), onProgress: nil)
    return DataResponse(
      data: encoded.data, source: encoded.source, format: encoded.format, url: encoded.url,
      headers: encoded.head?.headers ?? [:])
  }

  /// Starts a load and returns its handle at once: events, a priority that can change, cancel.
  ///
  /// The load goes on when the handle is dropped; `ImageTask.cancel()` ends it.
  public func task(for request: ImageRequest) -> ImageTask {
    let task = ImageTask(request: request)
    do throws(LoadError) {
      let key = try imageKey(for: request)
      if let response = try inMemory(key, request) {
        task.waiter.end(.success(response))
      } else {
        task.begin(images, key, work: work(for: request, key))
      }
    } catch { task.waiter.end(.failure(error)) }
    return task
  }

  /// The picture, if memory holds it at this size: synchronous, any thread, what a cell asks in its own turn. Cost: well under a
  /// microsecond, plus reading a file's stamp for a file. Nothing found is not counted as a miss; the load that follows is.
  public func cachedImage(for request: ImageRequest) -> ImageResponse? {
    guard let key = try? imageKey(for: request) else { return nil }
    return configuration.memoryCache.response(for: key, countsMiss: false)?.fromMemory
  }

  // MARK: Forgetting

  /// Forgets a picture, at every size: what memory holds goes, and loads that run are not kept. Who waits for those is still served;
  /// who asks from now on starts anew.
  public func invalidate(_ request: ImageRequest) {
    guard let key = try? request.byteKey() else { return }
    forget { $0.isSameResource(as: key) }
  }

  /// Forgets every picture of `partition`, as at sign-out.
  public func invalidate(_ partition: CachePartition) {
    forget { $0.partition == partition }
  }

  /// Forgets every picture, as `invalidate(_:)` does for one.
  public func invalidateAll() { forget { _ in true } }

  private func forget(where matches: @escaping @Sendable (ByteKey) -> Bool) {
    // From the source on. Twice, since a load that starts in between may still find what the next step removes.
    bytes.detach(where: matches)
    landed.remove(where: matches)
    bytes.detach(where: matches)
    images.detach { matches($0.bytes) }
    configuration.memoryCache.remove { matches($0.bytes) }
    images.detach { matches($0.bytes) }
  }

  // MARK: Steps

  private func imageKey(for request: ImageRequest) throws(LoadError) -> ImageKey {
    try request.imageKey(byteKey(for: request), budget: configuration.decodeBudget)
  }

  private func byteKey(for request: ImageRequest) throws(LoadError) -> ByteKey {
    do throws(LoadError) { return try request.byteKey() } catch { throw error.naming(request.source.redacted) }
  }

  /// Memory's answer as the request's policy wants it.
  private func inMemory(_ key: ImageKey, _ request: ImageRequest) throws(LoadError) -> ImageResponse? {
    guard request.cachePolicy != .reload else { return nil }
    if let response = configuration.memoryCache.response(for: key) { return response.fromMemory }
    guard request.cachePolicy != .onlyCached else { throw Self.notCached }
    return nil
  }

  /// Everything between a miss in memory and a picture in it.
  private func work(for request: ImageRequest, _ key: ImageKey) -> Flights<ImageKey, ImageResponse>.Work {
    { [self] flight throws(LoadError) in
      // Between the caller's look into memory and its joining, the flight it would have joined may have ended.
      if let response = arrivedMeanwhile(key) { return response }
      let encoded = try await encodedImage(for: request, key.bytes, flight.priority) { flight.report($0) }
      let image = try await decoding.decode(encoded, key.options, flight.priority, url: request.source.redacted)
      let response = ImageResponse(
        image: image, source: encoded.source, format: encoded.format,
        encodedSize: ByteCount(encoded.data.count), url: encoded.url)
      if key.isKept {
        let place = key.bytes.isReload ? key.asReadKey : key
        flight.ifCurrent { configuration.memoryCache.insert(response, for: place) }
      }
      return response
    }
  }

  private func arrivedMeanwhile(_ key: ImageKey) -> ImageResponse? {
    key.bytes.isReload ? nil : configuration.memoryCache.peek(key)?.fromMemory
  }

  private func encodedImage(
    for request: ImageRequest, _ key: ByteKey, _ priority: LivePriority,
    onProgress: (@Sendable (LoadProgress) -> Void)?
  ) async throws(LoadError) -> EncodedImage {
    try await bytes.value(for: key, priority: priority, onProgress: onProgress) { [self] flight throws(LoadError) in
      if let encoded = landed[key] { return encoded }
      let encoded = try await read(request, flight)
      if key.isReload {
        // What came before these bytes, at any size, must not answer for them; nor what still loads and may be older.
        forget { !$0.isReload && $0.isSameResource(as: key) }
      } else {
        flight.ifCurrent { landed[key] = encoded }
      }
      return encoded
    }
  }

  private func read(
    _ request: ImageRequest, _ flight: FlightContext<ByteKey, EncodedImage>
  ) async throws(LoadError) -> EncodedImage {
    switch request.source {
    case .web(let address):
      return try await web.load(address, for: request, priority: flight.priority) { flight.report($0) }
    case .file(let path):
      let limit = configuration.network.maximumBodySize
      return try await files.run { () throws(LoadError) in try LocalImage.file(path, limit: limit) }
    case .dataURL(let text): return try LocalImage.data(DataURL.decode(text[...]), url: "data:")
    case .data(let data, _): return try LocalImage.data(data, url: nil)
    case .invalid(let error): throw error
    }
  }

  private static let notCached = LoadError(.notCached, "The picture is not in memory, and only memory was asked.")
}
