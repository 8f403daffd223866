#if !(os(Linux) && Curl)
  /// The platform's transport: here `URLSession`.
  public enum DefaultTransport {
    /// A transport of its own, with its own session.
    public static func make() -> any Transport { URLSessionTransport() }
  }
#endif
