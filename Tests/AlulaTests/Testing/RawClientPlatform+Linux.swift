#if os(Linux)
  import Glibc

  /// How a write to a closed connection gives an error and not a signal.
  enum RawClientPlatform {
    static let sendFlags = Int32(MSG_NOSIGNAL)

    static func silenceBrokenPipe(_ descriptor: Int32) {}
  }
#endif
