#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CacheRules {
  /// More entity tags than this make no request better.
  private static var largestCandidateCount: Int { 8 }

  /// Stored responses to other request fields whose strong entity tags the origin may recognise (RFC 9111 section 4.3.1).
  func variants(_ stored: [StoredResponse], _ asked: ParsedRequest, _ vary: inout Vary, now: Date) -> [SelectedResponse]
  {
    guard !asked.isHead else { return [] }
    var variants: [SelectedResponse] = []
    for index in stored.indices where vary.match(stored[index]) == .other {
      let variant = SelectedResponse(stored[index], index: index, asked: asked, now: now, rules: self)
      if variant.freshness.fields.entityTag?.isWeak == false, variant.answer != nil { variants.append(variant) }
    }
    return Array(variants.sorted { $0.isBetter(than: $1) }.prefix(Self.largestCandidateCount))
  }

  /// The request with the conditions that validate `candidates` (RFC 9111 section 4.3.1).
  /// - Parameter isSelected: whether the request selects them, or only their entity tags are offered.
  func forward(
    _ asked: ParsedRequest, validating candidates: [SelectedResponse], isSelected: Bool, reason: String
  ) -> Forward {
    var forward = asked.forward(reason)
    if isSelected, let selected = candidates.first {
      forward.failsAsGatewayTimeout = selected.freshness.forbidsStale
      forward.onError = answerOnError(asked, selected)
    }
    // The answer to HEAD is as short as a 304, and nothing can be added to `If-None-Match: *`.
    guard !asked.isHead, asked.ifNoneMatch?.contains(where: { $0.text == "*" }) != true else { return forward }
    let tags = candidates.compactMap(\.freshness.fields.entityTag)
    let lastModified = isSelected ? candidates.first?.freshness.fields.lastModifiedText : nil
    // A date of ours is worth nothing beside the client's own If-None-Match, which overrides it (RFC 9110 section 13.1.3).
    guard !tags.isEmpty || lastModified != nil && asked.ifNoneMatch == nil else { return forward }
    forward.candidates = candidates.map(\.index)
    if !tags.isEmpty { forward.headers["If-None-Match"] = Self.list(tags, and: asked.ifNoneMatch ?? []) }
    // The client's own date is judged when the answer is here.
    forward.headers["If-Modified-Since"] = lastModified
    return forward
  }

  /// Ours first, none twice.
  private static func list(_ tags: [EntityTag], and more: [EntityTag]) -> String {
    (tags + more).map(\.text).reduce(into: []) { list, text in
      if !list.contains(text) { list.append(text) }
    }.joined(separator: ", ")
  }

  /// What may answer when the origin cannot (RFC 9111 section 4.2.4, RFC 5861 section 4). An error is no answer for another
  /// one unless its server says so.
  private func answerOnError(_ asked: ParsedRequest, _ selected: SelectedResponse) -> Reuse? {
    let freshness = selected.freshness
    guard let answer = selected.answer, !freshness.forbidsStale else { return nil }
    guard !asked.directives.isNoCache, asked.mode != .revalidate else { return nil }
    let bound = asked.directives.staleIfError.map(Double.init) ?? standInBound(selected)
    guard freshness.isTimeTrusted ? freshness.staleness <= bound : bound > 0 else { return nil }
    return reuse(selected, answer, isStale: !freshness.isFresh)
  }

  /// How many seconds after it went stale that response may stand in, where it may at all; negative for never.
  private func standInBound(_ selected: SelectedResponse) -> Double {
    if let stated = selected.freshness.fields.directives.staleIfError { return Double(stated) }
    return selected.stored.status < 400 ? staleIfError.inSeconds : -1
  }

  /// For how many seconds from now on that response may stand in; of an age that nobody knows, for the whole bound.
  func standInTime(_ selected: SelectedResponse) -> Double {
    let freshness = selected.freshness
    guard !freshness.forbidsStale else { return 0 }
    let bound = standInBound(selected)
    return max(0, freshness.isTimeTrusted ? freshness.lifetime + bound - freshness.age : bound)
  }

  /// The request for the rest of a stored part, if its validator is strong (RFC 9111 sections 3.3 and 3.4); otherwise as it is.
  func forward(_ asked: ParsedRequest, completing selected: SelectedResponse, reason: String) -> Forward {
    var forward = asked.forward(reason)
    forward.failsAsGatewayTimeout = selected.freshness.forbidsStale
    let stored = selected.stored
    guard asked.request.method == "GET", asked.request.headers["Range"] == nil, !asked.hasCondition else {
      return forward
    }
    guard !stored.headers.hasContentCoding, let part = stored.part, part.range.lowerBound == 0,
      part.range.count == stored.bodyLength
    else {
      return forward
    }
    guard let validator = selected.freshness.fields.strongValidator, !asked.directives.isNoCache else { return forward }
    forward.continues = selected.index
    forward.headers["Range"] = "bytes=\(stored.bodyLength)-"
    forward.headers["If-Range"] = validator
    forward.reason = "the first \(stored.bodyLength) bytes are stored"
    return forward
  }
}

extension ResponseFields {
  /// What If-Range takes (RFC 9110 section 13.1.5).
  var strongValidator: String? {
    if let entityTag { return entityTag.isWeak ? nil : entityTag.text }
    return isLastModifiedStrong ? lastModifiedText : nil
  }
}
