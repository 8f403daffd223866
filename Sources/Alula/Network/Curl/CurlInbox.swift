#if os(Linux) && Curl
  internal import CCurl

  /// All that the loop thread shares with others: what it is asked to do.
  ///
  /// Nobody is called while the lock is held, except libcurl's wake-up, one non-blocking write: under the lock the
  /// multi handle is known to exist.
  final class CurlInbox: Sendable {
    enum Command {
      case start(CurlJob)
      case cancel(CurlJob)
      case resume(CurlJob)
    }

    private struct State {
      var commands: [Command] = []
      var isStopping = false
      /// Only a sleeping loop needs waking; one that runs looks here before it sleeps.
      var isAsleep = false
      /// `nil` once the loop has ended.
      var multi: OpaquePointer?

      mutating func wake() {
        guard isAsleep, let multi else { return }
        isAsleep = false
        alula_curl_wakeup(multi)
      }
    }

    private let state: Locked<State>

    /// `nil` without memory.
    init?(idleConnections: Int) {
      guard let multi = alula_curl_multi_make(max(1, idleConnections)) else { return nil }
      state = Locked(State(multi: multi))
    }

    /// Loop thread: the handle it owns, until `close`.
    var multi: OpaquePointer? { state.withLock { $0.multi } }

    /// Any thread. After the loop's end this does nothing.
    func post(_ command: Command) {
      state.withLock { state in
        guard state.multi != nil else { return }
        state.commands.append(command)
        state.wake()
      }
    }

    /// Any thread: ends the loop.
    func stop() {
      state.withLock { state in
        state.isStopping = true
        state.wake()
      }
    }

    /// Loop thread: moves what was posted into `commands`, which must be empty. `false` when the loop has to end.
    func take(into commands: inout [Command]) -> Bool {
      state.withLock { state in
        state.isAsleep = false
        swap(&state.commands, &commands)
        return !state.isStopping
      }
    }

    /// Loop thread: `true` when there is nothing to do; from now on a post wakes.
    func maySleep() -> Bool {
      state.withLock { state in
        state.isAsleep = state.commands.isEmpty && !state.isStopping
        return state.isAsleep
      }
    }

    /// Loop thread, at its end: frees the multi handle, which is empty by now. Later posts are dropped.
    func close() {
      let multi = state.withLock { state -> OpaquePointer? in
        defer { state.multi = nil }
        state.commands = []
        return state.multi
      }
      if let multi { alula_curl_multi_free(multi) }
    }
  }
#endif
