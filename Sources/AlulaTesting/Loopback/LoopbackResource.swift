public import Alula

/// Something on the server that understands conditions and ranges, as a good image host does: `If-None-Match`,
/// `If-Modified-Since` (compared as text), `Range` with one range, `If-Range`, GET and HEAD (RFC 9110 sections 13, 14).
public struct LoopbackResource: Sendable {
  /// The whole body.
  public var body: LoopbackResponse.Body
  /// Fields of every answer, 304 included.
  public var headers: HTTPHeaders
  /// The entity tag with its quotes, as `"v1"` or `W/"v1"`. `nil` for none.
  public var etag: String?
  /// The value of `Last-Modified`. `nil` for none.
  public var lastModified: String?
  /// Whether ranges are answered with 206. On by default; off, every answer is whole.
  public var acceptsRanges = true

  /// A resource of `type`.
  public init(
    _ body: LoopbackResponse.Body, type: String = "application/octet-stream", etag: String? = nil,
    lastModified: String? = nil, headers: HTTPHeaders = [:]
  ) {
    self.body = body
    self.etag = etag
    self.lastModified = lastModified
    self.headers = headers
    self.headers["Content-Type"] = type
  }

  /// The answer to `request`: 200, 206, 304, 405 or 416.
  public func respond(to request: LoopbackRequest) -> LoopbackResponse {
    guard ["GET", "HEAD"].contains(request.method) else {
      return .status(405, headers: ["Allow": "GET, HEAD"])
    }
    if isUnchanged(for: request) { return LoopbackResponse(304, headers: fields) }
    guard request.method == "GET", isRangeValid(for: request), let value = request.headers["Range"] else {
      return LoopbackResponse(200, headers: fields, body: body)
    }
    switch ByteRange(value, of: body.count) {
    case .ignored:
      return LoopbackResponse(200, headers: fields, body: body)
    case .unsatisfiable:
      return .status(416, headers: ["Content-Range": "bytes */\(body.count)"])
    case .range(let range):
      var headers = fields
      headers.append("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(body.count)")
      return LoopbackResponse(206, headers: headers, body: body.part(range))
    }
  }

  private var fields: HTTPHeaders {
    var fields = headers
    if let etag { fields.append("ETag", etag) }
    if let lastModified { fields.append("Last-Modified", lastModified) }
    if acceptsRanges { fields.append("Accept-Ranges", "bytes") }
    return fields
  }

  private func isUnchanged(for request: LoopbackRequest) -> Bool {
    let tags = request.headers.values("If-None-Match")
    guard tags.isEmpty else {
      let wanted = tags.flatMap { $0.split(separator: ",") }.map { Self.opaque(Self.trimmed($0)) }
      return wanted.contains("*") || etag.map { wanted.contains(Self.opaque($0)) } ?? false
    }
    return lastModified != nil && request.headers["If-Modified-Since"] == lastModified
  }

  /// If-Range compares strongly: a weak tag never matches (RFC 9110 section 13.1.5).
  private func isRangeValid(for request: LoopbackRequest) -> Bool {
    guard acceptsRanges else { return false }
    guard let condition = request.headers["If-Range"] else { return true }
    if condition.hasPrefix("W/") { return false }
    return condition == etag || condition == lastModified
  }

  /// The tag without its weakness: If-None-Match compares weakly.
  private static func opaque(_ tag: String) -> String { tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag }

  private static func trimmed(_ text: Substring) -> String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    let start = text.drop(while: isBlank)
    return String(start.reversed().drop(while: isBlank).reversed())
  }
}
