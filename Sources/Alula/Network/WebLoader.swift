import Foundation

/// Brings the body behind a web address: gate, transport, redirects, checks. Returns a checked image or throws; keeps nothing.
struct WebLoader: Sendable {
  let transport: any Transport
  let gate: Gate
  let limits: NetworkLimits
  let accept: String
  let log: PipelineLog

  /// - Parameter priority: read whenever a place in the gate comes free.
  func load(
    _ address: WebAddress, for request: ImageRequest, priority: LivePriority,
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(LoadError) -> EncodedImage {
    var hop = Hop(address: address, request: request, limits: limits, accept: accept)
    let number = log.nextNumber()
    var spent = Duration.zero
    for _ in 0...max(0, limits.maximumRedirects) {
      hop.limit(to: limits.resourceTimeout - spent)
      let (answer, time) = try await send(hop, number, priority, onProgress)
      spent += time
      guard let location = redirect(of: answer.head) else {
        return try check(answer, from: hop.address)
      }
      hop = try hop.following(location, status: answer.head.status)
    }
    throw LoadError(
      .redirect, "The server redirects more than \(limits.maximumRedirects) times.", url: address.redacted)
  }

  private func send(
    _ hop: Hop, _ number: Int, _ priority: LivePriority, _ onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(LoadError) -> (BodyCollector.Outcome, Duration) {
    let url = hop.address.redacted
    do throws(LoadError) {
      log.say(number, hop.address.host, "waiting")
      let collector = BodyCollector(
        limit: limits.maximumBodySize, handle: TransportHandle(), isWanted: { accepts($0) }, onProgress: onProgress)
      let answer = try await gate.withPlace(for: hop.address.host, priority: priority) { () throws(LoadError) in
        log.say(number, hop.address.host, "sent")
        let start = ContinuousClock.now
        let outcome = try await collector.collect(hop.transportRequest, over: transport)
        return (outcome, ContinuousClock.now - start)
      }
      log.say(number, hop.address.host, "answered \(answer.0.head.status)")
      return answer
    } catch {
      log.say(number, hop.address.host, "failed: \(error.message)")
      throw error.naming(url)
    }
  }

  /// Whether the body is to be read: a success that is no partial content (nothing here asks for a range).
  private func accepts(_ head: HTTPResponseHead) -> Bool {
    limits.acceptedStatuses.contains(head.status) && head.status != 206 && redirect(of: head) == nil
  }

  /// The location of a redirect that is followed (RFC 9110 section 15.4); `nil` for anything else.
  private func redirect(of head: HTTPResponseHead) -> String? {
    guard [301, 302, 303, 307, 308].contains(head.status) else { return nil }
    return head.headers["Location"] ?? ""
  }

  private func check(_ answer: BodyCollector.Outcome, from address: WebAddress) throws(LoadError) -> EncodedImage {
    do throws(LoadError) {
      let head = answer.head
      if head.status == 206 { throw LoadError(.truncated, "The server sent a part that was not asked for.") }
      guard limits.acceptedStatuses.contains(head.status) else {
        throw LoadError(.status(head.status), "The server answered with status \(head.status).")
      }
      guard !answer.body.isEmpty else { throw LoadError(.empty, "The server sent no data.") }
      if limits.mediaTypeCheck == .strict { try checkMediaType(head.headers["Content-Type"]) }
      let format = try ImageFormat.checked(answer.body)
      return EncodedImage(data: answer.body, format: format, source: .network, url: address.text, head: head)
    } catch { throw error.naming(address.redacted) }
  }

  private func checkMediaType(_ field: String?) throws(LoadError) {
    let type = field?.split(separator: ";").first.map { $0.trimmingCharacters(in: .whitespaces).lowercased() } ?? ""
    guard type.hasPrefix("image/") else {
      throw LoadError(
        .mediaType(type), "The server says that this is \(type.isEmpty ? "nothing in particular" : type), not an image."
      )
    }
  }
}
