#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The beginning of a body whose transfer ended too soon, as far as its rest may be asked for: with `Range` and `If-Range`, and a strong
/// validator only (RFC 9110 sections 13.1.5 and 14, RFC 9111 section 3.4).
package struct Continuation: Hashable, Sendable {
  /// Where the rest begins, in the whole.
  package let position: Int
  /// The length of the whole, as it was announced; `nil` when nothing was said.
  package let completeLength: Int?
  private let validator: String
  private let isTag: Bool

  /// `nil` when the rest cannot be asked for.
  /// - Parameters:
  ///   - request: as the client made it. One with a `Range` of its own is not continued.
  ///   - received: how many bytes came with this head.
  ///   - now: about when the head arrived.
  package init?(status: Int, headers: HTTPHeaders, request: CacheRequest, received: Int, now: Date) {
    guard request.method == "GET", request.headers["Range"] == nil, received > 0, !headers.hasContentCoding else {
      return nil
    }
    // Positions are of bytes, and `none` is a server's word that it has no ranges (section 14.3). Saying nothing is no refusal.
    guard !headers.lowercasedMembers("Accept-Ranges").contains("none") else { return nil }
    let fields = ResponseFields(headers, reference: now)
    guard let validator = fields.strongValidator else { return nil }
    switch status {
    case 200:
      position = received
      completeLength = headers["Transfer-Encoding"] == nil ? headers["Content-Length"].flatMap { Int($0) } : nil
    case 206:
      guard let part = headers["Content-Range"].flatMap(StoredResponse.Part.init(contentRange:)),
        received < part.range.count
      else { return nil }
      position = part.range.lowerBound + received
      completeLength = part.completeLength
    default: return nil
    }
    guard position < completeLength ?? .max else { return nil }
    self.validator = validator
    isTag = fields.entityTag != nil
  }

  /// The fields that ask for the rest: those of the first request, without its conditions.
  package func fields(_ first: HTTPHeaders) -> HTTPHeaders {
    var fields = first
    for name in ["If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since"] { fields[name] = nil }
    fields["Range"] = "bytes=\(position)-"
    fields["If-Range"] = validator
    return fields
  }

  /// Whether an answer is the rest, from the next byte on to the end, of the same representation.
  package func isContinued(status: Int, headers: HTTPHeaders, now: Date) -> Bool {
    guard status == 206, !headers.hasContentCoding,
      let part = headers["Content-Range"].flatMap(StoredResponse.Part.init(contentRange:)),
      let length = part.completeLength, length == completeLength ?? length,
      part.range == position..<length
    else { return false }
    if let said = headers["Content-Length"], Int(said) != part.range.count { return false }
    let fields = ResponseFields(headers, reference: now)
    if isTag { return fields.entityTag?.text == validator }
    return fields.entityTag == nil && fields.lastModifiedText == validator
  }
}

extension StoredResponse {
  /// The same response, of whose body only the first bytes came (RFC 9111 section 3.3).
  package func cut(after count: Int, completeLength: Int?) -> StoredResponse {
    var cut = self
    let part = Part(range: 0..<count, completeLength: completeLength)
    cut.status = 206
    cut.part = part
    cut.bodyLength = count
    cut.headers["Content-Length"] = nil
    cut.headers["Content-Range"] = part.contentRange
    return cut
  }
}
