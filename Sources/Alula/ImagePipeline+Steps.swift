import Foundation

extension ImagePipeline {
  func imageKey(for request: ImageRequest) throws(LoadError) -> ImageKey {
    try request.imageKey(byteKey(for: request), budget: decodeBudget)
  }

  func byteKey(for request: ImageRequest) throws(LoadError) -> ByteKey {
    do throws(LoadError) {
      return try request.byteKey(configuration.keyNormalizer)
    } catch { throw error.naming(request.source.redacted) }
  }

  /// Everything between a miss in memory and a picture in it.
  func work(for request: ImageRequest, _ key: ImageKey) -> Flights<ImageKey, ImageResponse>.Work {
    { [self] flight throws(LoadError) in
      // Between the caller's look into memory and its joining, the flight it would have joined may have ended.
      if let response = arrivedMeanwhile(key) { return response }
      let encoded: EncodedImage
      do throws(LoadError) {
        let previews = previews(of: request, key, flight)
        defer { previews.end() }
        encoded = try await encodedImage(
          for: request, key.bytes, flight.priority, flight.ask, isForgotten: { flight.isDetached },
          onProgress: { previews.look($0, every: flight.report($0)) })
      } catch {
        guard let response = standIn(for: key, error) else { throw error }
        return response
      }
      let response = try await response(for: request, key, encoded, flight)
      if key.isKept, key.bytes.demand.writesMemory, encoded.freshness.isKept {
        flight.ifCurrent { configuration.memoryCache.insert(response, for: key.inMemory) }
        memory.hasRoom(.normal)
      }
      return response
    }
  }

  /// The pixels: those that memory holds when they are of the very same bytes, otherwise decoded.
  private func response(
    for request: ImageRequest, _ key: ImageKey, _ encoded: EncodedImage,
    _ flight: FlightContext<ImageKey, ImageResponse>
  ) async throws(LoadError) -> ImageResponse {
    if let digest = encoded.digest, let held = configuration.memoryCache.peek(key.inMemory), held.digest == digest {
      return ImageResponse(held.image, of: encoded)
    }
    return ImageResponse(try await decoded(request, key, encoded, flight), of: encoded)
  }

  /// Decoded from the variant on disk, if there is one, or from the bytes.
  private func decoded(
    _ request: ImageRequest, _ key: ImageKey, _ encoded: EncodedImage,
    _ flight: FlightContext<ImageKey, ImageResponse>
  ) async throws(LoadError) -> Bitmap {
    let priority = flight.priority
    let url = request.source.redacted
    let source = variantSource(request, key, encoded)
    if let variants, let source, let data = try await variants.encoded(source) {
      let small = EncodedImage(data: data, format: .png, source: .disk)
      var options = key.options
      options.target = nil
      // A variant that cannot be decoded is no reason to fail.
      do throws(LoadError) {
        return try await decoding.decode(small, options, priority, flight.ask, url: url).get()
      } catch  where !error.isCancelled {}
    }
    let outcome: Result<Bitmap, LoadError>
    do throws(LoadError) {
      outcome = try await decoding.decode(
        encoded, key.options, then: request.transforms, priority, flight.ask, url: url)
    } catch {
      // Bytes that cannot be decoded are not worth keeping: the next request starts anew.
      if error.code == .decoding || error.code == .truncated, case .web(let address) = request.source,
        (try? web.place(of: address, request, key.bytes.demand)) != nil
      {
        await web.forget(address, request, answeredBy: encoded.url.map { [$0] } ?? [])
      }
      throw error
    }
    let image = try outcome.get()
    if let source { flight.ifCurrent { variants?.keep(image, source) } }
    return image
  }

  private func variantSource(
    _ request: ImageRequest, _ key: ImageKey, _ encoded: EncodedImage
  ) -> VariantShelf.Source? {
    guard variants != nil, key.options.target != nil || !key.transforms.isEmpty, encoded.freshness.isKept,
      let digest = encoded.digest,
      case .web(let address) = request.source, WebLoader.mayKeep(request.headers, request.partition),
      let place = try? web.place(of: address, request, key.bytes.demand)
    else { return nil }
    return VariantShelf.Source(digest: digest, options: key.options, transforms: key.transforms, place: place)
  }

  func encodedImage(
    for request: ImageRequest, _ key: ByteKey, _ priority: LivePriority, _ ask: Ask = .uncounted,
    isForgotten: @escaping @Sendable () -> Bool = { false }, onProgress: (@Sendable (BodyProgress) -> Void)?
  ) async throws(LoadError) -> EncodedImage {
    try await bytes.value(
      for: key, priority: priority, ask: ask, onProgress: onProgress, work: bytesWork(request, key, isForgotten))
  }

  /// - Parameter isForgotten: whether who asks for the bytes was forgotten since.
  private func bytesWork(
    _ request: ImageRequest, _ key: ByteKey, _ isForgotten: @escaping @Sendable () -> Bool
  ) -> Flights<ByteKey, EncodedImage>.Work {
    { [self] flight throws(LoadError) in
      if let encoded = landed[key] { return encoded }
      let encoded = replacing(try await read(request, key, flight, isForgotten), key, isDetached: flight.isDetached)
      // What is stale answers for those who asked, not for who asks a moment later.
      let isShared = key.demand.takesAnyAge || encoded.report?.decision != .stale
      if key.demand.sharesBytes, isShared { flight.ifCurrent { landed[key] = encoded } }
      return encoded
    }
  }

  private func read(
    _ request: ImageRequest, _ key: ByteKey, _ flight: FlightContext<ByteKey, EncodedImage>,
    _ isForgotten: @escaping @Sendable () -> Bool
  ) async throws(LoadError) -> EncodedImage {
    switch request.source {
    case .web(let address):
      let load = LoadWatch(watch, flight.ask)
      defer { load.end(isAbandoned: Task.isCancelled) }
      var call = WebLoader.Call(
        address: address, request: request, key: key, priority: flight.priority,
        charge: MemoryCharge(memory, flight.priority), watch: load,
        isForgotten: { flight.isDetached || isForgotten() }, hasStandIn: { [self] in hasStandIn(key) },
        onProgress: { flight.report($0) },
        onInvalidation: { [self] in forgetInMemory($0, changedBy: request) },
        onWithdrawal: { [self] in if !flight.isDetached { forgetInMemory(withdrawn: key) } })
      guard key.demand.policy == .preferCache else { return try await web.load(call) }
      call.isOnlyStored = true
      do throws(LoadError) {
        return try await web.load(call)
      } catch  where error.code == .notCached {
        // The download is shared with those who follow HTTP.
        return try await encodedImage(
          for: request, key.followingHTTP, flight.priority, flight.ask, isForgotten: call.isForgotten,
          onProgress: call.onProgress)
      }
    case .file(let path):
      let limit = configuration.network.maximumBodySize
      let decoders = configuration.decoders
      let charge = MemoryCharge(memory, flight.priority)
      return try await files.run { () throws(LoadError) in try LocalImage.file(path, limit: limit, decoders, charge) }
    case .dataURL(let text): return try LocalImage.data(DataURL.decode(text[...]), url: "data:", configuration.decoders)
    case .data(let data, _): return try LocalImage.data(data, url: nil, configuration.decoders)
    case .invalid(let error): throw error
    }
  }

  /// Seats a waiter for the bytes alone.
  func join(_ request: ImageRequest, _ key: ByteKey, _ waiter: FlightWaiter<EncodedImage>, _ ask: Ask) {
    bytes.join(key, waiter, ask: ask, work: bytesWork(request, key) { false })
  }

  // MARK: Behind a stale answer

  /// Validates a picture that was answered stale. Nobody waits; what comes of it is there for the next request.
  func refreshBehind(_ request: ImageRequest, _ key: ImageKey) {
    let fresh = key.demanding(key.bytes.demand.refreshing)
    let ask = watch.ask(request, isRefresh: true)
    let waiter = FlightWaiter<ImageResponse>(priority: LivePriority(.low))
    waiter.whenEnded { [watch] in watch.ended(ask, $0) }
    images.join(fresh, waiter, ask: ask, work: work(for: request, fresh))
  }

  func refreshBehind(_ request: ImageRequest, _ key: ByteKey) {
    var fresh = key
    fresh.demand = key.demand.refreshing
    let ask = watch.ask(request, isRefresh: true)
    let waiter = FlightWaiter<EncodedImage>(priority: LivePriority(.low))
    waiter.whenEnded { [watch] in watch.ended(ask, $0) }
    join(request, fresh, waiter, ask)
  }

  /// Waits for the validation behind a stale answer to `data(for:)`: for a program that ends after its last load. Returns soon when that is
  /// over already.
  package func finishRefresh(of request: ImageRequest) async {
    guard let key = try? byteKey(for: request) else { return }
    var fresh = key
    fresh.demand = key.demand.refreshing
    // Joins the validation that runs; where none does any more there is nothing to wait for, and nothing to ask again.
    _ = try? await bytes.value(for: fresh, priority: LivePriority(.low)) { _ throws(LoadError) in throw .cancelled }
  }
}
