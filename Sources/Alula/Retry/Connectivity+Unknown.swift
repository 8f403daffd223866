#if !canImport(Network)
  extension Connectivity {
    /// What this platform says: on Linux nothing. A route or an interface that is up says little there about whether servers can be
    /// reached (containers, proxies, hosts without a default route), so that nothing is guessed.
    public static let platform = Connectivity.unknown
  }
#endif
