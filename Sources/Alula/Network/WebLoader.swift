import Foundation
import HTTPCaching

/// Brings the body behind a web address: the HTTP cache, and behind it gate, transport, redirects, checks. Returns a checked image
/// or throws.
struct WebLoader: Sendable {
  let cache: HTTPCache
  let backOff: BackOff
  let retrier: Retrier
  let transport: any Transport
  let gate: Gate
  let limits: NetworkLimits
  let decoders: DecoderRegistry
  let accept: String
  let normalizer: CacheKeyNormalizer
  let log: PipelineLog

  /// One load: what is asked, and who waits for it.
  struct Call: Sendable {
    let address: WebAddress
    let request: ImageRequest
    /// What it is joined and kept under.
    let key: ByteKey
    var demand: CacheDemand { key.demand }
    /// Read whenever a place in the gate comes free.
    let priority: LivePriority
    /// Where its body is counted.
    var charge: MemoryCharge?
    /// Hears what happens to it.
    var watch: LoadWatch?
    /// Whether anything will do: bodies of every status, whatever they are. For the conformance driver.
    var takesAnything = false
    var followsRedirects = true
    /// Whether the server is left alone: `.notCached` where what is stored is no answer.
    var isOnlyStored = false
    /// Whether the load was forgotten since it began: what it brings is not kept.
    var isForgotten: @Sendable () -> Bool = { false }
    /// Whether memory holds something to show if the server fails.
    var hasStandIn: @Sendable () -> Bool = { false }
    let onProgress: @Sendable (BodyProgress) -> Void
    /// Hears the URLs of which an unsafe method changed what they answer with.
    var onInvalidation: @Sendable ([WebAddress]) -> Void = { _ in }
    /// Hears that the server said of the picture that it is gone, or not for this person.
    var onWithdrawal: @Sendable () -> Void = {}
  }

  /// What a chain of redirects has taken so far.
  struct Spent {
    var time = Duration.zero
    var retries = 0
    /// Of the last request.
    var order = SendOrder.now
  }

  /// The final answer of a chain of redirects, and where it came from.
  struct Answer: Sendable {
    let exchange: Exchange
    let address: WebAddress
  }

  func load(_ call: Call) async throws(LoadError) -> EncodedImage {
    let answer = try await answer(call)
    return try check(answer, call)
  }

  /// The answer, and what is to be learned of its server from it.
  func answer(_ call: Call) async throws(LoadError) -> Answer {
    guard call.request.method == "GET" else { return try await follow(call, pause: nil) }
    let resource = call.key.resource
    if call.demand.asksAnyway { backOff.forget(resource) }
    do throws(LoadError) {
      let answer = try await follow(call, pause: call.mayWait ? backOff.pause(of: resource) : nil)
      switch answer.exchange.contact {
      case .none, .spared: break
      case .answered: backOff.forget(resource)
      case .failed(let failure): backOff.note(failure, of: resource)
      }
      let status = answer.exchange.head.status
      if answer.exchange.origin == .network, CacheRules.isWithdrawal(status), !limits.acceptedStatuses.contains(status)
      {
        call.onWithdrawal()
      }
      return answer
    } catch {
      if error.isFailureOfOrigin { backOff.note(OriginContact.Failure(message: error.message), of: resource) }
      throw error
    }
  }

  /// Follows redirects to the answer, each through the cache.
  private func follow(_ call: Call, pause: String?) async throws(LoadError) -> Answer {
    var hop = Hop(address: call.address, request: call.request, limits: limits, accept: accept)
    let number = log.nextNumber()
    let spent = Locked(Spent())
    var freshness = Freshness.always
    var (isDue, contact, areAllStored) = (false, OriginContact.none, true)
    var passed: Set<WebAddress> = []
    for _ in 0...max(0, limits.maximumRedirects) {
      hop.limit(to: limits.resourceTimeout - spent.withLock { $0.time })
      var exchange = try await self.exchange(hop, number, spent, call, pause)
      // A picture is as fresh as the redirects that led to it.
      freshness = freshness.limited(by: exchange.freshness)
      isDue = isDue || exchange.isDueForRefresh
      contact = contact.joined(exchange.contact)
      (exchange.freshness, exchange.isDueForRefresh, exchange.contact) = (freshness, isDue, contact)
      exchange.order = spent.withLock { $0.order }
      guard call.followsRedirects, let location = redirect(of: exchange.head) else {
        return Answer(exchange: exchange, address: hop.address)
      }
      let next = try hop.following(location, status: exchange.head.status)
      areAllStored = areAllStored && exchange.isKept
      if !areAllStored { try note(hop, leadsTo: next, call) }
      if hop.address != call.address || call.request.cacheKey == nil { passed.insert(named(hop.address)) }
      hop = next
      // Two URLs that are kept as one, such as the signed form of the same: the redirect that led here would answer again and again.
      hop.isRead = !passed.contains(named(next.address))
    }
    throw LoadError(
      .redirect, "The server redirects more than \(Self.times(limits.maximumRedirects)).", url: call.address.redacted)
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(max(0, count)) times" }

  /// What is forgotten takes along where its redirects led; those that are stored say so themselves.
  private func note(_ hop: Hop, leadsTo next: Hop, _ call: Call) throws(LoadError) {
    guard let shelf = cache.shelf, let place = try place(of: hop, call), place.writes else { return }
    shelf.noteRedirect(
      from: place, to: try key(of: next.address, nil, call.request.partition),
      isSameOrigin: hop.address.origin == next.address.origin, isForgotten: call.isForgotten)
  }

  private func exchange(
    _ hop: Hop, _ number: Int, _ spent: Locked<Spent>, _ call: Call, _ pause: String?
  ) async throws(LoadError) -> Exchange {
    var cacheRequest = CacheRequest(
      method: hop.transportRequest.method, url: hop.address.text, headers: hop.transportRequest.headers,
      mode: CacheMode(call.demand.policy))
    if call.isOnlyStored { cacheRequest.headers.append("Cache-Control", "only-if-cached") }
    let cacheCall = CacheCall(
      request: cacheRequest,
      place: try place(of: hop, call), wantsPartition: wantsPartition(hop, call),
      starts: { starts(of: $0, hop, call) }, isRefresh: call.demand.isRefresh, pause: pause,
      isForgotten: call.isForgotten,
      wants: { head in call.takesAnything || accepts(head) },
      keeps: { head, body in call.takesAnything || isKept(head, body) })
    do throws(LoadError) {
      let exchange = try await cache.exchange(cacheCall) { headers, intake throws(LoadError) in
        var request = hop.transportRequest
        request.headers = headers
        return try await sendPatiently(request, hop.address.host, number, spent, call, intake)
      }
      call.watch?.decided(exchange.report, host: hop.address.host)
      if !exchange.invalidated.isEmpty { call.onInvalidation(exchange.invalidated.compactMap { WebAddress(url: $0) }) }
      return exchange
    } catch {
      if let report = error.cacheReport, !error.isCancelled { call.watch?.decided(report, host: hop.address.host) }
      throw error.naming(hop.address.redacted)
    }
  }

  func send(
    _ request: TransportRequest, _ host: String, _ number: Int, _ spent: Locked<Spent>, _ call: Call,
    _ intake: Intake
  ) async throws(LoadError) -> BodyCollector.Outcome {
    let watch = call.watch?.waiting(for: host)
    let collector = BodyCollector(
      limit: limits.maximumBodySize, handle: TransportHandle(), charge: call.charge, held: intake.held,
      reading: { intake.reading($0) },
      stream: { intake.stream($0) }, onProgress: call.onProgress)
    do throws(LoadError) {
      log.say(number, host, "waiting")
      let outcome = try await gate.withPlace(for: host, priority: call.priority) { () throws(LoadError) in
        log.say(number, host, "sent")
        intake.willSend()
        spent.withLock { $0.order = SendOrder.next() }
        let start = ContinuousClock.now
        call.charge?.begin(with: intake.held?.body.count ?? 0)
        defer {
          let heldBack = call.charge?.end() ?? .zero
          spent.withLock { $0.time += ContinuousClock.now - start - heldBack }
        }
        do throws(LoadError) {
          let outcome = try await collector.collect(request, over: watch?.watching(transport) ?? transport)
          // Before the next one gets its place.
          watch?.ended()
          return outcome
        } catch {
          watch?.ended(error)
          throw error
        }
      }
      log.say(number, host, "answered \(outcome.head.status)")
      return outcome
    } catch {
      watch?.ended(error)
      if let remains = collector.takeRemains() { intake.keep(remains) }
      log.say(number, host, "failed: \(error.message)")
      throw error
    }
  }
}

extension WebLoader.Call {
  /// Whether a server that failed a moment ago is left alone for it: not when the caller wants the server asked.
  fileprivate var mayWait: Bool {
    !demand.asksAnyway && request.headers["Cache-Control"] == nil && request.headers["Pragma"] == nil
  }
}

extension CacheMode {
  fileprivate init(_ policy: ImageRequest.CachePolicy) {
    self =
      switch policy {
      case .followHTTP: .followHTTP
      case .reload: .reload
      case .revalidate: .revalidate
      case .preferCache: .preferCache
      case .onlyCached: .onlyCached
      case .noStore: .noStore
      }
  }
}
