#if canImport(Darwin)
  import Darwin

  /// What differs between Linux and Darwin in sockets and threads: this is the Darwin half.
  enum LoopbackPlatform {
    /// Darwin has no flag for `send`; `silenceBrokenPipe` does it once for each socket.
    static let sendFlags: Int32 = 0
    static let writeSide = SHUT_WR

    static func makeStreamSocket(family: Int32) -> Int32 {
      let descriptor = socket(family, SOCK_STREAM, 0)
      if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
      return descriptor
    }

    static func silenceBrokenPipe(_ descriptor: Int32) {
      var isOn: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }

    static func loopbackAddress4(port: UInt16) -> sockaddr_in {
      var address = sockaddr_in()
      address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      return address
    }

    static func loopbackAddress6(port: UInt16) -> sockaddr_in6 {
      var address = sockaddr_in6()
      address.sin6_len = UInt8(MemoryLayout<sockaddr_in6>.size)
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      return address
    }

    /// Starts a thread that runs the body of `box`; `nil` when the system has none to give.
    static func startThread(_ box: ThreadBody) -> pthread_t? {
      var thread: pthread_t?
      let context = Unmanaged.passRetained(box)
      let code = pthread_create(
        &thread, nil,
        { context in
          Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
          return nil
        }, context.toOpaque())
      guard code == 0 else {
        context.release()
        return nil
      }
      return thread
    }
  }
#endif
