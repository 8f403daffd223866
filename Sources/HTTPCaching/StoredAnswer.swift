#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What of a stored response answers a request: status and bytes, before any question of freshness.
struct StoredAnswer: Equatable {
  var status: Int
  /// Of the stored body; `nil` for all of it.
  var range: Range<Int>?
  /// Content-Range of the answer.
  var contentRange: String?

  /// `nil` when the stored body does not hold what is asked for.
  init?(_ stored: StoredResponse, _ fields: ResponseFields, _ asked: ParsedRequest) {
    self.init(status: stored.status)
    // Conditions are only about what would be a success (RFC 9110 section 13.2.1).
    if 200...299 ~= stored.status, Self.isUnmodified(stored, fields, asked) {
      self.init(status: 304, range: 0..<0)
    } else if asked.isHead {
      guard stored.part == nil else { return nil }
      range = 0..<0
    } else if let part = stored.part {
      guard !stored.headers.hasContentCoding, let answer = Self.answer(part, fields, asked) else { return nil }
      // A head that does not fit its body answers nothing.
      guard answer.range?.upperBound ?? 0 <= stored.bodyLength else { return nil }
      self = answer
    } else if stored.status == 200, asked.range != .whole, !stored.headers.hasContentCoding,
      Self.appliesRange(fields, asked)
    {
      self = Self.answer(length: stored.bodyLength, asked.range)
    }
  }

  private init(status: Int, range: Range<Int>? = nil, contentRange: String? = nil) {
    (self.status, self.range, self.contentRange) = (status, range, contentRange)
  }

  /// Whether the client's own condition is answered with 304 (RFC 9111 section 4.3.2).
  private static func isUnmodified(_ stored: StoredResponse, _ fields: ResponseFields, _ asked: ParsedRequest) -> Bool {
    if let tags = asked.ifNoneMatch {
      return tags.contains { tag in tag.text == "*" || fields.entityTag.map(tag.isWeaklySame) == true }
    }
    guard let text = asked.ifModifiedSince, let since = HTTPDate.parse(text, reference: stored.responseTime) else {
      return false
    }
    return fields.lastModified ?? fields.date ?? stored.responseTime <= since
  }

  /// Without a strong match of If-Range the whole is meant (RFC 9110 section 13.1.5).
  private static func appliesRange(_ fields: ResponseFields, _ asked: ParsedRequest) -> Bool {
    guard let ifRange = asked.ifRange else { return true }
    if let tag = fields.entityTag, tag.isStronglySame(EntityTag(ifRange)) { return true }
    return fields.isLastModifiedStrong && fields.lastModifiedText == ifRange
  }

  /// A range of a stored whole; several ranges get the whole, as a server may do (RFC 9110 section 14.2).
  private static func answer(length: Int, _ range: ByteRangeRequest) -> StoredAnswer {
    switch range.resolved(length: length) {
    case .unknown: StoredAnswer(status: 200)
    case .unsatisfiable: StoredAnswer(status: 416, range: 0..<0, contentRange: "bytes */\(length)")
    case .range(let bytes):
      StoredAnswer(
        status: 206, range: bytes,
        contentRange: StoredResponse.Part(range: bytes, completeLength: length).contentRange)
    }
  }

  /// A range that lies within a stored part (RFC 9111 section 3.3).
  private static func answer(
    _ part: StoredResponse.Part, _ fields: ResponseFields, _ asked: ParsedRequest
  ) -> StoredAnswer? {
    guard appliesRange(fields, asked), case .range(let bytes) = asked.range.resolved(length: part.completeLength) else {
      return nil
    }
    guard bytes.lowerBound >= part.range.lowerBound, bytes.upperBound <= part.range.upperBound else { return nil }
    let start = part.range.lowerBound
    return StoredAnswer(
      status: 206, range: bytes.lowerBound - start..<bytes.upperBound - start,
      contentRange: StoredResponse.Part(range: bytes, completeLength: part.completeLength).contentRange)
  }

  /// The fields to answer with: the stored ones, Age (RFC 9111 section 5.1), and those that belong to the bytes sent.
  func headers(_ stored: HTTPHeaders, age: Int) -> HTTPHeaders {
    var fields: [HTTPHeaders.Field] = []
    fields.reserveCapacity(stored.fields.count + 3)
    for field in stored.fields where !isReplaced(field.name) { fields.append(field) }
    fields.append(HTTPHeaders.Field(name: "Age", value: String(age)))
    if let contentRange {
      fields.append(HTTPHeaders.Field(name: "Content-Range", value: contentRange))
      fields.append(HTTPHeaders.Field(name: "Content-Length", value: String(range?.count ?? 0)))
    }
    return HTTPHeaders(fields: fields)
  }

  private func isReplaced(_ name: String) -> Bool {
    if HTTPHeaders.isSame(name, "Age") { return true }
    let isLength = HTTPHeaders.isSame(name, "Content-Length") || HTTPHeaders.isSame(name, "Content-Range")
    switch status {
    case 206: return contentRange != nil && isLength
    // What describes a body that is not sent (RFC 9110 section 15.4.5).
    case 304, 416:
      return isLength || HTTPHeaders.isSame(name, "Content-Type") || HTTPHeaders.isSame(name, "Content-Encoding")
    default: return false
    }
  }
}
