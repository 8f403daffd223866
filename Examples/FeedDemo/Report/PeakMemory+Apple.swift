#if canImport(Darwin)
  import Alula
  import Darwin

  /// The most memory the process has held, server and its pictures included.
  enum PeakMemory {
    /// Does nothing: the system keeps one peak for the life of the process.
    static func restart() {}

    /// getrusage(2), in bytes on Apple platforms.
    static func read() -> ByteCount? {
      var usage = rusage()
      guard getrusage(RUSAGE_SELF, &usage) == 0 else { return nil }
      return ByteCount(usage.ru_maxrss)
    }
  }
#endif
