import HTTPCaching

/// How long pictures may be used without asking their server, beyond what RFC 9111 settles. The defaults follow it.
public struct FreshnessRules: Hashable, Sendable {
  /// How long after it went stale a picture still answers when its server cannot be reached or says 500, 502, 503 or 504, unless
  /// the server says how long (`stale-if-error`, RFC 5861 section 4). Never under `must-revalidate` or `no-cache`. From disk or from memory.
  /// The server is asked again after 1 s, then 2 s, at most 60 s, or as its `Retry-After` says; at once for `.reload`. Default 7 days.
  public var staleIfError = Duration.seconds(7 * 24 * 3600)
  /// How long after it went stale a picture may be shown while it is validated behind, unless the server says how long
  /// (`stale-while-revalidate`, RFC 5861 section 3). Never under `must-revalidate` or `no-cache`. Default zero.
  public var staleWhileRevalidate = Duration.zero
  /// Every success that may be stored is fresh for this long, whatever else its server says, `no-cache` and `must-revalidate`
  /// included: for servers that send no usable fields. `no-store` stays `no-store`. Default `nil`, what the server says.
  public var fixedLifetime: Duration?
  /// How long memory answers for a picture whose server says nothing about freshness and sends no `Last-Modified`
  /// (RFC 9111 section 4.2.2 leaves that to the cache). On disk such a picture is validated at each use. Default 5 minutes.
  public var assumedLifetime = Duration.seconds(300)

  /// The defaults.
  public init() {}

  var rules: CacheRules {
    var rules = CacheRules()
    rules.staleIfError = staleIfError
    rules.staleWhileRevalidate = staleWhileRevalidate
    rules.fixedLifetime = fixedLifetime
    rules.fingerprint = { StoreKey($0).text }
    return rules
  }
}
