#if os(Linux) && Curl
  /// The platform's transport: here libcurl (package trait `Curl`, on by default).
  public enum DefaultTransport {
    public static func make() -> any Transport { CurlTransport() }
  }
#endif
