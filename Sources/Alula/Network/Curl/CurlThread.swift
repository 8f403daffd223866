#if os(Linux) && Curl
  internal import CCurl
  internal import Glibc

  /// Starts the transport's thread.
  enum CurlThread {
    private final class Start {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs `body` on a new thread, which ends with it. `false` when there is no thread left.
    static func launch(_ body: @escaping @Sendable () -> Void) -> Bool {
      let start = Unmanaged.passRetained(Start(body))
      var thread = pthread_t()
      let status = pthread_create(&thread, nil, { CurlThread.main($0) }, start.toOpaque())
      guard status == 0 else {
        start.release()
        return false
      }
      pthread_detach(thread)
      return true
    }

    private static func main(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let argument else { return nil }
      // Signals are for the program's own threads; and a peer that has gone must not raise SIGPIPE here.
      var signals = sigset_t()
      sigfillset(&signals)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      alula_curl_name_thread("alula.transport")
      Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
      return nil
    }
  }
#endif
