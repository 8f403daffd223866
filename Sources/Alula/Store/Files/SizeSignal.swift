#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writing beyond the file-size limit of the process sends SIGXFSZ to the writing thread and would end the process
/// (setrlimit(2)). A library has no business in the process' signal handling, so the signal is held back on this thread
/// while it writes; what remains is the error of the write.
enum SizeSignal {
  /// Runs `body` with the signal held back. Cost: two system calls.
  static func heldBack<Value>(_ body: () -> Value) -> Value {
    var signals = sigset_t()
    var before = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGXFSZ)
    guard pthread_sigmask(SIG_BLOCK, &signals, &before) == 0, sigismember(&before, SIGXFSZ) == 0 else { return body() }
    let value = body()
    var pending = sigset_t()
    if sigpending(&pending) == 0, sigismember(&pending, SIGXFSZ) == 1 {
      var taken: Int32 = 0
      sigwait(&signals, &taken)
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    return value
  }
}
