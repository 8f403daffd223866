#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The parts of the socket interface that differ between systems.
enum RawSocket {
  struct Failure: Error { let code: Int32 }

  #if canImport(Darwin)
    static let stream = SOCK_STREAM
    static let both = SHUT_RDWR
    static let noSignal: Int32 = 0
  #else
    static let stream = Int32(SOCK_STREAM.rawValue)
    static let both = Int32(SHUT_RDWR)
    static let noSignal = Int32(MSG_NOSIGNAL)
  #endif

  static func make(isIPv6: Bool) -> Int32 { socket(isIPv6 ? AF_INET6 : AF_INET, stream, 0) }

  /// Binds to a free port of the loopback address and listens. Returns the port.
  static func listen(_ descriptor: Int32, isIPv6: Bool) throws -> UInt16 {
    var storage = sockaddr_storage()
    var length = socklen_t(isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &storage) { pointer -> Int32 in
      let raw = UnsafeMutableRawPointer(pointer)
      if isIPv6 {
        let address = raw.assumingMemoryBound(to: sockaddr_in6.self)
        address.pointee.sin6_family = sa_family_t(AF_INET6)
        address.pointee.sin6_addr = in6addr_loopback
      } else {
        let address = raw.assumingMemoryBound(to: sockaddr_in.self)
        address.pointee.sin_family = sa_family_t(AF_INET)
        address.pointee.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      }
      let address = raw.assumingMemoryBound(to: sockaddr.self)
      guard bind(descriptor, address, length) == 0, start(descriptor) == 0 else { return errno }
      return getsockname(descriptor, address, &length)
    }
    guard status == 0 else { throw Failure(code: status) }
    // The port is in the same place in both families.
    return withUnsafeBytes(of: storage) { UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self)) }
  }

  private static func start(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.listen(descriptor, 512)
    #else
      Glibc.listen(descriptor, 512)
    #endif
  }

  static func close(_ descriptor: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #else
      _ = Glibc.close(descriptor)
    #endif
  }

  /// No delay; on Apple platforms also no SIGPIPE.
  static func prepare(_ descriptor: Int32) {
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    #if canImport(Darwin)
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  static let readable = Int16(POLLIN)
  static let writable = Int16(POLLOUT)

  static func poll(_ descriptor: Int32, _ events: Int16, _ milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: events, revents: 0)
    #if canImport(Darwin)
      return Darwin.poll(&entry, 1, milliseconds) > 0
    #else
      return Glibc.poll(&entry, 1, milliseconds) > 0
    #endif
  }

  /// A closed port of the loopback address.
  static func closedPort() throws -> UInt16 {
    let descriptor = socket(AF_INET, stream, 0)
    defer { close(descriptor) }
    return try listen(descriptor, isIPv6: false)
  }

  /// The next close sends RST.
  static func lingerNot(_ descriptor: Int32) {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
  }
}
