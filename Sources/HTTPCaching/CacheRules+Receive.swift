#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension CacheRules {
  /// What to do with the head of the origin's answer to `forward`.
  /// - Parameters:
  ///   - forward: what was sent.
  ///   - requestTime: when it was sent.
  ///   - now: when the head arrived.
  package func receive(
    status: Int, headers: HTTPHeaders, to forward: Forward, request: CacheRequest, stored: [StoredResponse],
    requestTime: Date, now: Date
  ) -> Arrival {
    let asked = ParsedRequest(request)
    if asked.hasNoStore { return .pass(reason: "the request says no-store") }
    let received = Received(
      status: status, headers: headers, fields: ResponseFields(headers, reference: now), requestTime: requestTime,
      now: now)
    var vary = Vary(request.headers, rules: self)
    if status == 304 { return notModified(received, forward, asked, stored, &vary) }
    // RFC 5861 section 4.
    if Self.isFailure(status), let stale = forward.onError { return .serveStale(stale) }
    if asked.isHead { return head(received, asked, stored, &vary) }
    if let index = forward.continues, stored.indices.contains(index), status == 206 || status == 416 {
      return continued(received, forward, asked, index, stored[index], &vary)
    }
    if let reason = reasonNotToStore(status, headers, received.fields, asked, now: now) { return .pass(reason: reason) }
    if status == 206, isWholeStored(received, asked, stored, &vary) { return .pass(reason: "the whole is stored") }
    return .store(
      head(
        status, headers, received.fields, selecting: vary.selecting(headers), requestTime: requestTime, now: now))
  }

  /// The head of an answer.
  struct Received {
    let status: Int
    let headers: HTTPHeaders
    let fields: ResponseFields
    let requestTime: Date
    let now: Date
  }

  /// The rest of a stored part (RFC 9111 section 3.4): the same representation by a strong validator, without a gap, to its end.
  private func continued(
    _ received: Received, _ forward: Forward, _ asked: ParsedRequest, _ index: Int, _ stored: StoredResponse,
    _ vary: inout Vary
  ) -> Arrival {
    guard received.status == 206, fits(received, stored), !received.headers.hasContentCoding,
      !received.fields.directives.forbidsStoring(200),
      let part = received.headers["Content-Range"].flatMap(StoredResponse.Part.init(contentRange:)),
      let length = part.completeLength, part.range.upperBound == length,
      let old = stored.part, old.completeLength ?? length == length, old.range == 0..<stored.bodyLength,
      part.range.lowerBound > 0, part.range.lowerBound <= stored.bodyLength,
      contentLength(received.headers, part.range.count)
    else { return .sendAgain(again(forward, asked, "the answer does not continue the stored part")) }
    var whole = merge(received.headers, into: stored, requestTime: received.requestTime, now: received.now)
    whole.bodyLength = length
    whole.becomeWhole()
    whole.selecting = vary.selecting(whole.headers)
    return .combine(index: index, keeping: part.range.lowerBound, whole)
  }

  /// Whether a part would take the place of the whole that it is a part of.
  private func isWholeStored(
    _ received: Received, _ asked: ParsedRequest, _ stored: [StoredResponse], _ vary: inout Vary
  ) -> Bool {
    guard let selected = select(stored, asked, &vary, now: received.now), selected.stored.status == 200 else {
      return false
    }
    return selected.stored.part == nil && fits(received, selected.stored)
  }

  private func fits(_ received: Received, _ stored: StoredResponse) -> Bool {
    let old = ResponseFields(stored.headers, reference: stored.responseTime)
    guard let validator = old.strongValidator else { return false }
    if old.entityTag != nil { return received.fields.entityTag?.text == validator }
    return received.fields.entityTag == nil && received.fields.lastModifiedText == validator
  }

  private func contentLength(_ headers: HTTPHeaders, _ expected: Int) -> Bool {
    headers["Content-Length"].map { Int($0) == expected } ?? true
  }

  /// The request as the client made it.
  func again(_ forward: Forward, _ asked: ParsedRequest, _ reason: String) -> Forward {
    var again = asked.forward(reason)
    again.onError = forward.onError
    again.failsAsGatewayTimeout = forward.failsAsGatewayTimeout
    return again
  }
}
