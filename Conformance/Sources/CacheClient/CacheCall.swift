package import Foundation

/// A request as a conformance suite makes it.
package struct CacheCall: Sendable {
  /// Absolute.
  package var url: String
  package var method = "GET"
  /// In order, repeats kept.
  package var fields: [HeaderField] = []
  package var body: String?
  /// Fetch's cache mode "no-cache": what is stored is validated before it is used.
  package var validates = false
  package var followsRedirects = true

  /// A GET of that URL.
  package init(url: String) { self.url = url }
}

/// What the client got, stored or from the origin.
package struct CacheAnswer: Sendable {
  package let status: Int
  /// In order, repeats kept.
  package let fields: [HeaderField]
  package let body: Data
}

/// One header field line.
package struct HeaderField: Hashable, Sendable {
  package let name: String
  package let value: String

  /// A field of that name and value.
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
