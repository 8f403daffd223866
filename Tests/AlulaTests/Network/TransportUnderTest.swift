@testable import Alula

/// What can be asked of the platform's transport; the known holes of `URLSession` on Linux are named here.
enum TransportUnderTest {
  #if os(Linux) && Curl
    static let isCurl = true
    static func make() -> any Transport { CurlTransport() }
  #else
    static let isCurl = false
    static func make() -> any Transport { URLSessionTransport() }
  #endif
}
