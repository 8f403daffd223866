#if os(Linux)
  import Glibc

  /// What differs between Linux and Darwin in sockets and threads: this is the Linux half.
  enum LoopbackPlatform {
    /// A write to a connection that the client closed gives an error, not a signal.
    static let sendFlags = Int32(MSG_NOSIGNAL)
    static let writeSide = Int32(SHUT_WR)

    static func makeStreamSocket(family: Int32) -> Int32 {
      socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }

    static func silenceBrokenPipe(_ descriptor: Int32) {}

    static func loopbackAddress4(port: UInt16) -> sockaddr_in {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      return address
    }

    static func loopbackAddress6(port: UInt16) -> sockaddr_in6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      return address
    }

    /// Starts a thread that runs the body of `box`; `nil` when the system has none to give.
    static func startThread(_ box: ThreadBody) -> pthread_t? {
      var thread = pthread_t()
      let context = Unmanaged.passRetained(box)
      let code = pthread_create(
        &thread, nil,
        { context in
          if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() }
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
