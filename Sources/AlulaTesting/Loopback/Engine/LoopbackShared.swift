import Alula

/// What the server object and its thread share. The thread holds this, never the server, so that letting go of the
/// server ends the thread.
final class LoopbackShared: Sendable {
  let options: LoopbackOptions
  let ledger: Observed<LoopbackBook>
  let routes = Locked(RouteTable())
  let wakePipe: WakePipe
  /// What all connections share, when the server is to be slow.
  let line: LoopbackLine?
  private let stopping = Locked(false)

  init(options: LoopbackOptions) throws(LoopbackError) {
    self.options = options
    ledger = Observed(LoopbackBook(recordLimit: options.recordLimit))
    line = options.bytesPerSecond.map { LoopbackLine(bytesPerSecond: $0.bytes) }
    wakePipe = try WakePipe()
  }

  var isStopping: Bool { stopping.withLock { $0 } }

  /// True for the first call.
  func beginStopping() -> Bool {
    let isFirst = stopping.withLock { isStopping in
      defer { isStopping = true }
      return !isStopping
    }
    if isFirst { wakePipe.wake() }
    return isFirst
  }
}
