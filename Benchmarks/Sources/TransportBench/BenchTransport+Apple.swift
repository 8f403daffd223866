#if !os(Linux)
  import Alula

  /// The default transport; TLS is measured on Linux only.
  enum BenchTransport {
    static func make() -> any Transport { DefaultTransport.make() }
  }
#endif
