#if !(os(Linux) && Curl)
  import Foundation

  /// One request over `URLSession`: its receiver, what is outstanding, when it has to be over.
  final class URLSessionJob: Sendable {
    private struct State {
      var hasHead = false
      var isFinished = false
      var outstanding = 0
      var received = 0
      var lastSign = ContinuousClock.now
    }

    enum Verdict {
      case goOn
      case late
      case tooMuch
    }

    let request: TransportRequest
    let handle: TransportHandle
    let receiver: any TransportReceiver
    private let limit: Int
    private let end: ContinuousClock.Instant
    private let silence: Duration
    private let state = Locked(State())

    init(request: TransportRequest, handle: TransportHandle, receiver: any TransportReceiver, limit: Int) {
      self.request = request
      self.handle = handle
      self.receiver = receiver
      self.limit = limit
      // Far beyond any sense, so that adding cannot overflow.
      let longest = Duration.seconds(365 * 86_400)
      silence = min(request.requestTimeout, longest)
      end = .now + min(request.resourceTimeout, longest)
    }

    /// `nil` when it is over.
    var deadline: ContinuousClock.Instant? {
      state.withLock { $0.isFinished ? nil : min(end, $0.lastSign + silence) }
    }

    func consume(_ count: Int) {
      state.withLock { $0.outstanding = max(0, $0.outstanding - max(0, count)) }
    }

    /// Delegate queue, as the two below. A head may come once, and only before the end; 1xx is none.
    func receive(_ head: HTTPResponseHead) {
      guard head.status >= 200 else { return }
      let isFirst = state.withLock { state -> Bool in
        defer { state.hasHead = true }
        state.lastSign = .now
        return !state.hasHead && !state.isFinished
      }
      if isFirst { receiver.transportDidReceive(head) }
    }

    func receive(_ data: Data) -> Verdict {
      let verdict = state.withLock { state -> Verdict in
        guard state.hasHead, !state.isFinished else { return .late }
        state.lastSign = .now
        state.outstanding += data.count
        state.received += data.count
        return state.outstanding > limit ? .tooMuch : .goOn
      }
      guard verdict == .goOn, !handle.isCancelled else { return verdict }
      data.withUnsafeBytes { receiver.transportDidReceive(body: $0.bytes) }
      return verdict
    }

    func finish(_ result: Result<TransportMetrics, TransportError>) {
      let isFirst = state.withLock { state -> Bool in
        defer { state.isFinished = true }
        return !state.isFinished
      }
      guard isFirst else { return }
      handle.unbind()
      receiver.transportDidFinish(result)
    }

    var received: Int { state.withLock { $0.received } }
    var hasHead: Bool { state.withLock { $0.hasHead } }
  }
#endif
