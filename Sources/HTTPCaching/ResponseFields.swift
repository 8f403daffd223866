#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The fields of a response that a cache reads, each parsed once in one pass over the head.
struct ResponseFields {
  var directives = ResponseDirectives()
  /// Age (RFC 9111 section 5.1): the first member counts; what is no number is as if it were not there.
  var age: Int?
  /// Date (RFC 9110 section 6.6.1); `nil` when it is missing or invalid.
  var date: Date?
  /// Expires (RFC 9111 section 5.3). The first line counts.
  var expires = Expires.missing
  /// Last-Modified (RFC 9110 section 8.8.2), as it was written.
  var lastModifiedText: String?
  var lastModified: Date?
  /// ETag (RFC 9110 section 8.8.3).
  var entityTag: EntityTag?

  enum Expires: Equatable {
    case missing
    /// As if in the past (RFC 9111 section 5.3), above all `0`.
    case invalid
    case at(Date)
  }

  /// - Parameter reference: about when the head arrived, for two-digit years.
  init(_ headers: HTTPHeaders, reference: Date) {
    var hasAge = false
    for field in headers.fields {
      switch field.name.utf8.count {
      case 3 where !hasAge && HTTPHeaders.isSame(field.name, "Age"):
        // The first line that says anything, even something invalid, is the one.
        (hasAge, age) = Self.age(field.value)
      case 4:
        if date == nil, HTTPHeaders.isSame(field.name, "Date") {
          date = HTTPDate.parse(field.value, reference: reference)
        } else if entityTag == nil, !field.value.isEmpty, HTTPHeaders.isSame(field.name, "ETag") {
          entityTag = EntityTag(field.value)
        }
      case 7 where expires == .missing && HTTPHeaders.isSame(field.name, "Expires"):
        expires = HTTPDate.parse(field.value, reference: reference).map(Expires.at) ?? .invalid
      case 13:
        if HTTPHeaders.isSame(field.name, "Cache-Control") {
          directives.read(field.value)
        } else if lastModifiedText == nil, HTTPHeaders.isSame(field.name, "Last-Modified") {
          lastModified = HTTPDate.parse(field.value, reference: reference)
          lastModifiedText = lastModified == nil ? nil : field.value
        }
      default: break
      }
    }
  }

  private static func age(_ value: String) -> (hasAge: Bool, age: Int?) {
    value.withFieldBytes { bytes in
      var list = FieldList(bytes)
      guard let first = list.next() else { return (false, nil) }
      return (true, bytes.seconds(first))
    }
  }

  /// Whether Last-Modified tells two representations apart even by their bytes (RFC 9110 section 8.8.2.2): it does when it was
  /// well before Date, so that no second change can hide in the same second.
  var isLastModifiedStrong: Bool {
    guard let lastModified, let date else { return false }
    return date.timeIntervalSince(lastModified) >= 60
  }
}
