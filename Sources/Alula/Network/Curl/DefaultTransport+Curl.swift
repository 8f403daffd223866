#if os(Linux) && Curl
  /// The platform's transport: here libcurl (package trait `Curl`, on by default).
  public enum DefaultTransport {
    /// A transport of its own, with its own connections.
    public static func make() -> any Transport { CurlTransport() }
  }
#endif
