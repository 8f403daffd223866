#if os(Linux)
  import Alula

  /// The default transport, which also takes the benchmark server's own certificate.
  enum BenchTransport {
    static func make() -> any Transport {
      var configuration = CurlTransport.Configuration()
      configuration.hostsWithoutCertificateChecks = ["localhost"]
      return CurlTransport(configuration: configuration)
    }
  }
#endif
