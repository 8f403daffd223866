#if os(Linux) && Curl
  /// One request as both sides know it: what the caller gave, and how many body bytes it still holds.
  final class CurlJob: Sendable {
    /// Above so many bytes that were handed out and not acknowledged, the transfer pauses.
    static let window = 256 * 1024

    private struct Flow {
      var outstanding = 0
      var isPaused = false
    }

    let request: TransportRequest
    let handle: TransportHandle
    let receiver: any TransportReceiver
    private let flow = Locked(Flow())

    init(request: TransportRequest, handle: TransportHandle, receiver: any TransportReceiver) {
      self.request = request
      self.handle = handle
      self.receiver = receiver
    }

    var id: ObjectIdentifier { ObjectIdentifier(self) }

    /// Loop thread: may `count` more bytes be handed out? If not, the job counts as paused until `consume` says `true`.
    func admit(_ count: Int) -> Bool {
      flow.withLock { flow in
        flow.isPaused = flow.outstanding > Self.window
        if !flow.isPaused { flow.outstanding += count }
        return !flow.isPaused
      }
    }

    /// Any thread: `count` bytes were dealt with. `true` when a paused transfer has to go on.
    func consume(_ count: Int) -> Bool {
      flow.withLock { flow in
        flow.outstanding = max(0, flow.outstanding - max(0, count))
        guard flow.isPaused, flow.outstanding <= Self.window else { return false }
        flow.isPaused = false
        return true
      }
    }
  }
#endif
