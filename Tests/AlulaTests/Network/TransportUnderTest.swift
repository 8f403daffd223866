@testable import Alula

/// What can be asked of the platform's transport; the known holes of `URLSession` on Linux are named here.
enum TransportUnderTest {
  #if os(Linux) && Curl
    static let isCurl = true
    static func make() -> any Transport { CurlTransport() }
    static func make(userAgent: String) -> any Transport {
      var configuration = CurlTransport.Configuration()
      configuration.userAgent = userAgent
      return CurlTransport(configuration: configuration)
    }
  #else
    static let isCurl = false
    static func make() -> any Transport { URLSessionTransport() }
    static func make(userAgent: String) -> any Transport {
      var configuration = URLSessionTransport.Configuration()
      configuration.userAgent = userAgent
      return URLSessionTransport(configuration: configuration)
    }
  #endif
}
