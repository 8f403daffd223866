extension ImageRequest {
  /// What caches may do for a request.
  public enum CachePolicy: Hashable, Sendable {
    /// As the server said (RFC 9111): fresh pictures come from memory or disk, stale ones are validated first, or behind where
    /// the server allows it (RFC 5861). When the server says that the picture is gone (403, 404, 410, 451), what is kept goes.
    case followHTTP
    /// Always from the source, also when it failed a moment ago. The answer replaces what memory and disk hold of that picture, at every
    /// size.
    case reload
    /// What is stored is validated before it is used, unless it is fresh and `immutable` (RFC 8246): one conditional request,
    /// and no body when nothing changed.
    case revalidate
    /// What memory or disk holds, however old, without asking the server; otherwise the source. For reading offline.
    case preferCache
    /// What memory or disk holds, however old; otherwise `LoadError.Code.notCached`.
    case onlyCached
    /// Always from the source, and kept nowhere.
    case noStore
  }

  /// Whether one layer of the cache is read and written for a request, within what the policy allows.
  public enum LayerAccess: Hashable, Sendable {
    case readWrite, readOnly, writeOnly, none

    /// Whether the layer may answer.
    public var reads: Bool { self == .readWrite || self == .readOnly }
    /// Whether the layer may keep the answer.
    public var writes: Bool { self == .readWrite || self == .writeOnly }
  }
}

/// What a request asks of caches, as one value to join requests by: different demands do not share a load.
struct CacheDemand: Hashable, Sendable {
  var policy = ImageRequest.CachePolicy.followHTTP
  var memory = ImageRequest.LayerAccess.readWrite
  var disk = ImageRequest.LayerAccess.readWrite
  /// Whether the request's own fields say something to caches (RFC 9111 section 5.2.1): the HTTP cache has to judge that.
  var hasDirectives = false
  /// Behind a stale answer: validate, and do not answer stale again.
  var isRefresh = false

  var readsMemory: Bool {
    memory.reads && ![.reload, .revalidate, .noStore].contains(policy) && !hasDirectives && !isRefresh
  }
  var writesMemory: Bool { memory.writes && policy != .noStore }
  /// Whether any age will do.
  var takesAnyAge: Bool { policy == .preferCache || policy == .onlyCached }
  /// Whether what was kept before must not answer, for anybody, once this has.
  var replacesAll: Bool { policy == .reload }
  /// Whether the server is asked whatever is stored.
  var asksAnyway: Bool { [.reload, .revalidate, .noStore].contains(policy) }
  /// Whether the bytes may serve others who want them at that moment.
  var sharesBytes: Bool { policy == .followHTTP || takesAnyAge }

  /// The demand behind a stale answer.
  var refreshing: CacheDemand {
    CacheDemand(policy: .followHTTP, memory: memory, disk: disk, isRefresh: true)
  }
}
