#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension CacheRules {
  /// `stored` freshened by the head of a 304, or of an answer to HEAD (RFC 9111 sections 3.2, 4.3.4, 4.3.5): every field but those
  /// of a connection and those of the stored body.
  package func merge(_ headers: HTTPHeaders, into stored: StoredResponse, requestTime: Date, now: Date)
    -> StoredResponse
  {
    var directives = ResponseDirectives()
    for value in headers.values("Cache-Control") { directives.read(value) }
    var merged = stored
    merged.headers = StoredFields(headers, directives).merged(headers, into: stored.headers, now: now)
    merged.requestTime = requestTime
    merged.responseTime = now
    merged.isTimeTrusted = true
    return merged
  }

  /// A 304 to our own condition freshens what it identifies; one to the client's condition is the client's.
  func notModified(
    _ received: Received, _ forward: Forward, _ asked: ParsedRequest, _ stored: [StoredResponse], _ vary: inout Vary
  ) -> Arrival {
    guard !forward.candidates.isEmpty else { return .pass(reason: "not modified since what the client has") }
    guard let index = identified(by: received, forward, asked, stored) else {
      let tags = asked.ifNoneMatch ?? []
      if let tag = received.fields.entityTag, tags.contains(where: tag.isWeaklySame) {
        return .pass(reason: "not modified since what the client has")
      }
      return .sendAgain(again(forward, asked, "the 304 is about nothing stored"))
    }
    var fresh = stored[index]
    // A head that must not be stored freshens nothing; that the bytes still hold is said all the same.
    if !received.fields.directives.forbidsStoring(fresh.status) {
      fresh = merge(received.headers, into: fresh, requestTime: received.requestTime, now: received.now)
      fresh.selecting = vary.selecting(fresh.headers)
    }
    let selected = SelectedResponse(fresh, index: index, asked: asked, now: received.now, rules: self)
    guard let answer = selected.answer else { return .sendAgain(again(forward, asked, "only a part is stored")) }
    let reason = "the origin says that it still holds; " + selected.freshness.reason
    return .refresh(index: index, fresh, reuse(selected, answer, isStale: false, reason: reason))
  }

  /// Which stored response a 304 validates (RFC 9111 section 4.3.4): by entity tag, else by Last-Modified, else the only one.
  private func identified(
    by received: Received, _ forward: Forward, _ asked: ParsedRequest, _ stored: [StoredResponse]
  ) -> Int? {
    let candidates = forward.candidates.filter(stored.indices.contains).map { index in
      (index: index, fields: ResponseFields(stored[index].headers, reference: stored[index].responseTime))
    }
    let only = candidates.count == 1 ? candidates.first : nil
    if let tag = received.fields.entityTag {
      if let same = candidates.first(where: { $0.fields.entityTag.map(tag.isWeaklySame) == true }) { return same.index }
      // One that had none was validated by its date.
      guard let only, only.fields.entityTag == nil else { return nil }
      return isSameDate(received.fields, only.fields) ? only.index : nil
    }
    // Without a tag it may be about one of the client's own.
    if let tags = asked.ifNoneMatch, tags.contains(where: { only?.fields.entityTag.map($0.isWeaklySame) != true }) {
      return nil
    }
    guard let only else { return nil }
    return isSameDate(received.fields, only.fields) ? only.index : nil
  }

  /// Another date is another representation; no date says nothing.
  private func isSameDate(_ received: ResponseFields, _ stored: ResponseFields) -> Bool {
    guard let new = received.lastModified, let old = stored.lastModified else { return true }
    return new == old
  }

  /// RFC 9111 section 4.3.5: the answer to HEAD freshens the stored response to GET that it fits, and outdates one that it does not.
  func head(_ received: Received, _ asked: ParsedRequest, _ stored: [StoredResponse], _ vary: inout Vary) -> Arrival {
    guard received.status == 200, !received.fields.directives.forbidsStoring(200),
      let selected = select(stored, asked, &vary, now: received.now), selected.stored.part == nil,
      selected.stored.status == 200
    else { return .pass(reason: "an answer to HEAD is not stored") }
    guard isSameRepresentation(received, selected) else {
      return .update(index: selected.index, selected.stored.outdated)
    }
    var fresh = merge(received.headers, into: selected.stored, requestTime: received.requestTime, now: received.now)
    fresh.selecting = vary.selecting(fresh.headers)
    return .update(index: selected.index, fresh)
  }

  private func isSameRepresentation(_ received: Received, _ selected: SelectedResponse) -> Bool {
    let old = selected.freshness.fields
    if let tag = received.fields.entityTag, tag.text != old.entityTag?.text { return false }
    if let date = received.fields.lastModified, date != old.lastModified { return false }
    guard let length = received.headers["Content-Length"] else { return true }
    return length == selected.stored.headers["Content-Length"] ?? String(selected.stored.bodyLength)
  }
}

extension StoredResponse {
  /// Of an age beyond every lifetime: it is validated before its next use.
  var outdated: StoredResponse {
    var old = self
    old.requestTime = Date(timeIntervalSince1970: -1e11)
    old.responseTime = old.requestTime
    return old
  }
}
