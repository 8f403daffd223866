import Alula
import Foundation

/// Our transport, driven as the C peer drives libcurl: the next load starts where one ends.
final class AlulaClient: Sendable {
  private struct State {
    var left: Int
    var running = 0
    var total = 0
  }

  private let url: String
  private let concurrency: Int
  private let transport = DefaultTransport.make()
  private let state: ClientLock<State>
  private let done = DispatchSemaphore(value: 0)

  init(url: String, count: Int, concurrency: Int) {
    self.url = url
    self.concurrency = concurrency
    state = ClientLock(State(left: count))
  }

  /// Body bytes received.
  func run() -> Int {
    for _ in 0..<concurrency { startNext() }
    done.wait()
    return state.withLock { $0.total }
  }

  private func startNext() {
    let isWanted = state.withLock { state -> Bool in
      guard state.left > 0 else { return false }
      state.left -= 1
      state.running += 1
      return true
    }
    guard isWanted else { return }
    let collector = BodyCollector { [self] count, error in
      if let error { fatalError("\(error)") }
      let isLast = state.withLock { state -> Bool in
        state.running -= 1
        state.total += count
        return state.running == 0 && state.left == 0
      }
      startNext()
      if isLast { done.signal() }
    }
    transport.start(TransportRequest(url: url), handle: collector.handle, receiver: collector)
  }
}
