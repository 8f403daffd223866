#if !(os(Linux) && Curl)
  import Foundation
  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// The session's delegate: brings each task's events to its job, all on one serial queue.
  ///
  /// What differs between systems (redirects, challenges, metrics) is in `URLSessionRouter+Darwin` and `+Linux`.
  final class URLSessionRouter: NSObject, URLSessionDataDelegate, Sendable {
    private struct State {
      var jobs: [Int: URLSessionJob] = [:]
      var tasks: [ObjectIdentifier: URLSessionTask] = [:]
      var newConnections: Set<Int> = []
    }

    /// Receivers are called here, one at a time.
    let queue: OperationQueue
    private let state = Locked(State())

    override init() {
      queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      super.init()
    }

    func add(_ job: URLSessionJob, _ task: URLSessionTask) {
      state.withLock { state in
        state.jobs[task.taskIdentifier] = job
        state.tasks[ObjectIdentifier(job)] = task
      }
    }

    func job(_ task: URLSessionTask) -> URLSessionJob? { state.withLock { $0.jobs[task.taskIdentifier] } }

    func noteNewConnection(_ task: URLSessionTask) {
      _ = state.withLock { $0.newConnections.insert(task.taskIdentifier) }
    }

    /// Transport queue: ends `job` with `error` and cancels its task. The end is told on the delegate queue, in its turn.
    func end(_ job: URLSessionJob, _ error: TransportError) {
      remove(job)?.cancel()
      queue.addOperation { job.finish(.failure(error)) }
    }

    /// Delegate queue: the response is over although its task is not.
    func complete(_ job: URLSessionJob, _ task: URLSessionTask) {
      _ = remove(job)
      task.cancel()
      job.finish(.success(TransportMetrics(bytesOnWire: .zero, isNewConnection: false)))
    }

    private func remove(_ job: URLSessionJob) -> URLSessionTask? {
      state.withLock { state in
        guard let task = state.tasks.removeValue(forKey: ObjectIdentifier(job)) else { return nil }
        state.jobs.removeValue(forKey: task.taskIdentifier)
        return task
      }
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      guard let job = job(dataTask) else { return completionHandler(.cancel) }
      if let head = HTTPResponseHead(response) { job.receive(head) }
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      guard let job = job(dataTask), job.receive(data) == .tooMuch else { return }
      _ = remove(job)
      dataTask.cancel()
      job.finish(.failure(TransportError(.other, "the receiver acknowledged too little")))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      guard let job = job(task) else { return }
      _ = remove(job)
      let isNew = state.withLock { $0.newConnections.remove(task.taskIdentifier) != nil }
      if let error {
        job.finish(.failure(TransportError(error, hasHead: job.hasHead)))
      } else if job.hasHead {
        let bytes = task.countOfBytesReceived > 0 ? Int(task.countOfBytesReceived) : job.received
        job.finish(.success(TransportMetrics(bytesOnWire: .bytes(bytes), isNewConnection: isNew)))
      } else {
        job.finish(.failure(TransportError(.badResponse, "ended without a head")))
      }
    }
  }

  extension HTTPResponseHead {
    /// `nil` when the response is not one of HTTP.
    init?(_ response: URLResponse) {
      guard let response = response as? HTTPURLResponse else { return nil }
      var headers = HTTPHeaders()
      for (name, value) in response.allHeaderFields { headers.append("\(name)", "\(value)") }
      self.init(status: response.statusCode, headers: headers)
    }
  }
#endif
