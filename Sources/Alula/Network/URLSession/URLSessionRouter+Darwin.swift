#if canImport(Darwin)
  import Foundation

  extension URLSessionRouter {
    /// Not followed: the 3xx then comes as the response.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }

    /// The system judges the server's certificate; no other challenge is answered, so 401 comes as the response.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      let isServerTrust = challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust
      completionHandler(isServerTrust ? .performDefaultHandling : .rejectProtectionSpace, nil)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
      if metrics.transactionMetrics.last?.isReusedConnection == false { noteNewConnection(task) }
    }
  }
#endif
