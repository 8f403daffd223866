/// RFC 9111 for one private cache, as pure functions: no I/O, no clock.
package struct CacheRules: Sendable {
  /// The share of the time since `Last-Modified` that a response without stated freshness is fresh for (RFC 9111 section 4.2.2).
  package var heuristicFraction = 0.1
  /// The longest that heuristic freshness lasts.
  package var heuristicMaximum = Duration.seconds(7 * 24 * 3600)
  /// How long after it went stale a response may answer for an origin that fails, where the response says nothing of it
  /// (RFC 9111 section 4.2.4). Off under `must-revalidate` and `no-cache`.
  package var staleIfError = Duration.seconds(7 * 24 * 3600)
  /// How long after it went stale a response may be served while it is validated, where the response says nothing of it.
  package var staleWhileRevalidate = Duration.zero
  /// Every storable success is fresh for this long, whatever its fields say; for servers that send no usable ones.
  package var fixedLifetime: Duration?
  /// Makes what is stored of a selecting field's value, so that cookies and tokens are not.
  package var fingerprint: @Sendable (String) -> String = { $0 }

  /// The defaults.
  package init() {}
}
