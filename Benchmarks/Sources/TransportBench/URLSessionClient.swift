import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The peer: `URLSession` by completion handlers, each starting the next load.
final class URLSessionClient: Sendable {
  private struct State {
    var left: Int
    var running = 0
    var total = 0
  }

  private let url: URL
  private let concurrency: Int
  private let session: URLSession
  private let state: ClientLock<State>
  private let done = DispatchSemaphore(value: 0)

  init(url: String, count: Int, concurrency: Int) {
    guard let url = URL(string: url) else { fatalError("not a URL") }
    self.url = url
    self.concurrency = concurrency
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpMaximumConnectionsPerHost = concurrency
    session = URLSession(configuration: configuration)
    state = ClientLock(State(left: count))
  }

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
    let task = session.dataTask(with: url) { [self] data, _, error in
      guard let data else { fatalError("\(String(describing: error))") }
      let isLast = state.withLock { state -> Bool in
        state.running -= 1
        state.total += data.count
        return state.running == 0 && state.left == 0
      }
      startNext()
      if isLast { done.signal() }
    }
    task.resume()
  }
}
