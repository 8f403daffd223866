#if os(Linux) && !Curl
  import Foundation
  import FoundationNetworking

  // Foundation 6.3 on Linux resolves redirects wrongly and ends the process when one is answered and the task then
  // cancelled; a challenge that is answered hangs. So neither is: the head is reported and the task given up.
  extension URLSessionRouter {
    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
      giveUp(task, response)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      giveUp(task, challenge.failureResponse ?? task.response)
    }

    private func giveUp(_ task: URLSessionTask, _ response: URLResponse?) {
      guard let job = job(task) else { return }
      guard let head = response.flatMap({ HTTPResponseHead($0) }) else {
        task.cancel()
        return
      }
      job.receive(head)
      complete(job, task)
    }
  }
#endif
