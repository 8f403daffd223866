#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A stored response without its body.
package struct StoredResponse: Hashable, Sendable {
  /// The bytes of a whole representation that a 206 brought (RFC 9110 section 14.4).
  package struct Part: Hashable, Sendable {
    /// Positions in the whole, from 0.
    package var range: Range<Int>
    /// The length of the whole; `nil` when the server did not say.
    package var completeLength: Int?

    /// That part of a whole.
    package init(range: Range<Int>, completeLength: Int?) {
      self.range = range
      self.completeLength = completeLength
    }
  }

  /// 200, 404, 206 … A part that was stored keeps 206 until it is whole.
  package var status: Int
  /// Without hop-by-hop fields and those that `no-cache="…"` names (RFC 9111 sections 3.1, 5.2.2.4).
  package var headers: HTTPHeaders
  /// The request's fields that `Vary` names, normalised and fingerprinted (RFC 9111 section 4.1). Same in name and order as
  /// `Vary`, lower case; `nil` where the request had no such field.
  package var selecting: [SelectingField]
  /// When the request was sent.
  package var requestTime: Date
  /// When its head arrived.
  package var responseTime: Date
  /// What the body is a part of; `nil` for a whole body.
  package var part: Part?
  /// Bytes of the stored body.
  package var bodyLength: Int
  /// False when the clock was set since: it is never fresh then, and a validation makes it true again. Not encoded: the cache sets it.
  package var isTimeTrusted = true

  /// A stored response of these parts.
  package init(
    status: Int, headers: HTTPHeaders, selecting: [SelectingField] = [], requestTime: Date, responseTime: Date,
    part: Part? = nil, bodyLength: Int = 0
  ) {
    self.status = status
    self.headers = headers
    self.selecting = selecting
    self.requestTime = requestTime
    self.responseTime = responseTime
    self.part = part
    self.bodyLength = bodyLength
  }
}

/// One request field that a response varies with.
package struct SelectingField: Hashable, Sendable {
  /// Lower case.
  package var name: String
  /// The fingerprint of the normalised value; `nil` when the request had no such field.
  package var value: String?

  /// A field of that name and fingerprint.
  package init(name: String, value: String?) {
    self.name = name
    self.value = value
  }
}
