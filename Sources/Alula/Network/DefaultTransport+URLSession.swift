#if !(os(Linux) && Curl)
  /// The platform's transport: here `URLSession`.
  public enum DefaultTransport {
    public static func make() -> any Transport { URLSessionTransport() }
  }
#endif
