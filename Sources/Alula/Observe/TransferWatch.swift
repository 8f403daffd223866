/// Watches one request to a server, from its wait for a place to its end.
final class TransferWatch: Sendable {
  private struct State {
    var sent: Duration?
    var received = 0
    var isOver = false
  }

  private let watch: PipelineWatch
  private let ask: Ask
  private let host: String
  private let queued: Duration
  private let onEnd: @Sendable (Int) -> Void
  private let state = Locked(State())

  /// - Parameter onEnd: hears how many body bytes came.
  init(_ watch: PipelineWatch, _ ask: Ask, host: String, onEnd: @escaping @Sendable (Int) -> Void) {
    self.watch = watch
    self.ask = ask
    self.host = host
    self.onEnd = onEnd
    queued = watch.now()
    watch.network.withLock { network in
      network.counts.queued += 1
      network.counts.waiting += 1
    }
    watch.say(.waiting, of: ask, host: host, at: queued)
  }

  /// It goes to the transport now.
  func sent() {
    let time = watch.now()
    state.withLock { $0.sent = time }
    watch.network.withLock { network in
      network.counts.waiting -= 1
      network.counts.sent += 1
      network.counts.running += 1
      network.queueTime.add(time - queued)
    }
    watch.say(.sent, of: ask, host: host, at: time)
  }

  /// The transport that tells what it receives.
  func watching(_ transport: any Transport) -> any Transport { WatchedTransport(transport, self) }

  func received(status: Int) {
    let time = watch.now()
    let sent = state.withLock { $0.sent } ?? time
    watch.network.withLock { network in
      network.counts.add(status: status)
      network.firstByteTime.add(time - sent)
    }
    watch.say(.firstByte(status: status), of: ask, host: host, at: time)
  }

  func received(bytes count: Int) {
    state.withLock { $0.received += count }
    watch.network.withLock { network in
      network.counts.received = network.counts.received + ByteCount(count)
      network.counts.inFlight = network.counts.inFlight + ByteCount(count)
    }
  }

  /// It is over, with an answer or an error. The first end counts.
  func ended(_ error: LoadError? = nil) {
    let time = watch.now()
    let state = state.withLock { state -> State? in
      guard !state.isOver else { return nil }
      state.isOver = true
      return state
    }
    guard let state else { return }
    guard let sent = state.sent else {
      watch.network.withLock { $0.counts.waiting -= 1 }
      return watch.say(.networkLeft, of: ask, host: host, at: time)
    }
    onEnd(state.received)
    watch.network.withLock { network in
      network.counts.running -= 1
      network.counts.inFlight = ByteCount(network.counts.inFlight.bytes - state.received)
      switch error {
      case nil:
        network.counts.completed += 1
        network.transferTime.add(time - sent)
      case .some(let error) where error.isCancelled: network.counts.cancelled += 1
      case .some: network.counts.failed += 1
      }
    }
    watch.say(.received(ByteCount(state.received)), of: ask, host: host, at: time)
  }
}

extension PipelineMetrics.Network {
  fileprivate mutating func add(status: Int) {
    switch status {
    case 200..<300: successes += 1
    case 304: notModified += 1
    case 300..<400: redirects += 1
    case 400..<500: clientErrors += 1
    default: serverErrors += 1
    }
  }
}
