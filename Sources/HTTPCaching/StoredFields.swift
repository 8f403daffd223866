#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Which fields of a head are kept (RFC 9111 section 3.1).
struct StoredFields {
  /// Fields of a connection, and of a proxy's own (RFC 9110 section 7.6.1).
  private static let hopByHop: Set<String> = [
    "connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade", "proxy-authenticate",
    "proxy-authentication-info", "proxy-authorization",
  ]

  /// Never options of a connection (RFC 9110 section 7.6.1): without them a stored response would mean something else.
  private static let endToEnd: Set<String> = [
    "age", "cache-control", "content-encoding", "content-length", "content-range", "content-type", "date", "etag",
    "expires",
    "last-modified", "location", "vary",
  ]

  /// Of the body that is stored: a 304 does not change them (RFC 9111 section 3.2).
  private static let ofBody: Set<String> = ["content-encoding", "content-length", "content-range"]

  private let connection: Set<String>
  private let noCache: Set<String>

  /// - Parameter directives: of the same head.
  init(_ headers: HTTPHeaders, _ directives: ResponseDirectives) {
    connection = Set(headers.lowercasedMembers("Connection")).subtracting(Self.endToEnd)
    // Section 5.2.2.4: not used without validation, so not kept.
    noCache = Set(directives.noCacheFields).subtracting(["cache-control", "vary"])
  }

  /// Those of `headers` that are stored, and a Date where the origin gave none (RFC 9110 section 6.6.1).
  func stored(_ headers: HTTPHeaders, now: Date) -> HTTPHeaders {
    var fields = headers.fields.filter { isStored($0.name.lowercased()) }
    if headers["Date"] == nil { fields.append(HTTPHeaders.Field(name: "Date", value: HTTPDate.format(now))) }
    return HTTPHeaders(fields: fields)
  }

  /// `stored` with what `headers` says anew: every field of theirs replaces all of that name (RFC 9111 section 3.2).
  ///
  /// A Content-Type of another media type is left out. Servers put what their error pages have into a 304, whose fields describe no
  /// content of its own; section 3.2 lets a cache leave out what would make the stored body something else, and names this field.
  func merged(_ headers: HTTPHeaders, into stored: HTTPHeaders, now: Date) -> HTTPHeaders {
    let type = Self.mediaType(stored["Content-Type"])
    let new = self.stored(headers, now: now).fields.filter { field in
      let name = field.name.lowercased()
      return name == "content-type" ? Self.mediaType(field.value) == type : !Self.ofBody.contains(name)
    }
    var replaced = Set(new.map { $0.name.lowercased() })
    // The age of what was validated begins anew; without this one from an old response would stay for ever.
    replaced.insert("age")
    let kept = stored.fields.filter { field in
      let name = field.name.lowercased()
      return !replaced.contains(name) && !noCache.contains(name)
    }
    return HTTPHeaders(fields: kept + new)
  }

  /// Type and subtype, without parameters (RFC 9110 section 8.3.1).
  private static func mediaType(_ value: String?) -> String? {
    value?.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
  }

  private func isStored(_ name: String) -> Bool {
    !Self.hopByHop.contains(name) && !connection.contains(name) && !noCache.contains(name)
  }
}

extension HTTPHeaders {
  /// Whether the positions of a range are not those of the stored body: they count encoded bytes (RFC 9110 section 14.1.2), and what is
  /// stored is what the transport decoded, or may be. Such a body is whole or nothing.
  var hasContentCoding: Bool { lowercasedMembers("Content-Encoding").contains { $0 != "identity" } }
}
