#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension CacheRules {
  /// Whether the answer to `request` may be stored (RFC 9111 section 3).
  /// - Parameter now: when its head arrived.
  package func mayStore(status: Int, headers: HTTPHeaders, request: CacheRequest, now: Date) -> Bool {
    let fields = ResponseFields(headers, reference: now)
    return reasonNotToStore(status, headers, fields, ParsedRequest(request), now: now) == nil
  }

  /// One clause for people; `nil` when it may be stored.
  func reasonNotToStore(
    _ status: Int, _ headers: HTTPHeaders, _ fields: ResponseFields, _ asked: ParsedRequest, now: Date
  ) -> String? {
    let directives = fields.directives
    // Section 5.2.1.5.
    if asked.hasNoStore { return "the request says no-store" }
    // Final, and no update of something else.
    guard 200...599 ~= status, status != 304 else { return "a \(status) is not stored" }
    if let reason = reasonAgainstMethod(status, headers, fields, asked) { return reason }
    if directives.forbidsStoring(status) {
      return directives.isMustUnderstand ? "the server wants status \(status) understood" : "the server says no-store"
    }
    if status == 206, let reason = reasonAgainstPart(headers, asked) { return reason }
    if fields.entityTag?.isWeak ?? true, headers.lowercasedMembers("Vary").contains("*") {
      return "Vary: * matches no request"
    }
    return reasonAgainstStatus(status, fields, now: now)
  }

  /// GET; POST with a lifetime and its own URL as Content-Location (RFC 9110 section 9.3.3).
  private func reasonAgainstMethod(
    _ status: Int, _ headers: HTTPHeaders, _ fields: ResponseFields, _ asked: ParsedRequest
  ) -> String? {
    switch asked.request.method {
    case "GET": return nil
    case "POST":
      guard 200...299 ~= status, status != 206, fields.directives.maxAge != nil || fields.expires != .missing else {
        return "an answer to POST is not stored without a lifetime"
      }
      let location = headers["Content-Location"].flatMap { Origin.resolve($0, against: asked.request.url) }
      guard let location, location == Origin.resolve("", against: asked.request.url) else {
        return "an answer to POST is not stored for another URL"
      }
      return nil
    default: return "an answer to \(asked.request.method) is not stored"
    }
  }

  /// RFC 9111 section 3.3: what the server says of the bytes must fit them.
  private func reasonAgainstPart(_ headers: HTTPHeaders, _ asked: ParsedRequest) -> String? {
    if asked.range == .whole { return "a part that nobody asked for" }
    guard let value = headers["Content-Range"], let part = StoredResponse.Part(contentRange: value) else {
      return "a part without one valid Content-Range"
    }
    if headers.hasContentCoding { return "a part of an encoded body" }
    guard let length = headers["Content-Length"] else { return nil }
    return Int(length) == part.range.count ? nil : "a part whose Content-Range does not fit its length"
  }

  /// The last condition of section 3. An error of which nothing says how long it holds is of no use.
  private func reasonAgainstStatus(_ status: Int, _ fields: ResponseFields, now: Date) -> String? {
    if 200...299 ~= status, fixedLifetime != nil { return nil }
    let directives = fields.directives
    let isExplicit = directives.maxAge != nil || fields.expires != .missing
    guard isExplicit || directives.isPublic || directives.isPrivate || Self.isHeuristicallyCacheable(status) else {
      return "nothing says that a \(status) may be stored"
    }
    if status >= 400, !isExplicit, lifetime(status: status, fields: fields, responseTime: now).1 == .none {
      return "nothing says how long this \(status) holds"
    }
    return nil
  }

  /// The final statuses of RFC 9110 section 15.
  static func isUnderstood(_ status: Int) -> Bool {
    switch status {
    case 200...206, 300...305, 307, 308, 400...417, 421, 422, 426, 500...505: true
    default: false
    }
  }

  /// The head to store.
  func head(
    _ status: Int, _ headers: HTTPHeaders, _ fields: ResponseFields, selecting: [SelectingField], requestTime: Date,
    now: Date
  ) -> StoredResponse {
    var stored = StoredResponse(
      status: status, headers: StoredFields(headers, fields.directives).stored(headers, now: now), selecting: selecting,
      requestTime: requestTime, responseTime: now)
    guard status == 206, let part = headers["Content-Range"].flatMap(StoredResponse.Part.init(contentRange:)) else {
      return stored
    }
    stored.part = part
    stored.bodyLength = part.range.count
    if part.range.lowerBound == 0, part.range.upperBound == part.completeLength { stored.becomeWhole() }
    return stored
  }
}

extension StoredResponse {
  /// All its bytes are here: as if a 200 had brought them (RFC 9110 section 15.3.7.3).
  mutating func becomeWhole() {
    status = 200
    part = nil
    headers["Content-Range"] = nil
    headers["Content-Length"] = String(bodyLength)
  }
}
