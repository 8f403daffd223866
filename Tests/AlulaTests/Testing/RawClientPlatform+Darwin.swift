#if canImport(Darwin)
  import Darwin

  /// How a write to a closed connection gives an error and not a signal.
  enum RawClientPlatform {
    static let sendFlags: Int32 = 0

    static func silenceBrokenPipe(_ descriptor: Int32) {
      var isOn: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }
  }
#endif
