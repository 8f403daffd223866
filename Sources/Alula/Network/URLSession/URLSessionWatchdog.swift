#if !(os(Linux) && Curl)
  import Foundation

  /// Ends transfers whose time is over. `URLSession`'s own timers are not enough: on Linux the request timeout knows whole
  /// seconds and the resource timeout does nothing.
  enum URLSessionWatchdog {
    /// Looks when the next deadline comes, and again if it has moved. Holds the job no longer than until then.
    static func watch(_ job: URLSessionJob, router: URLSessionRouter, on queue: DispatchQueue) {
      guard let deadline = job.deadline else { return }
      let left = deadline - .now
      guard left > .zero else { return router.end(job, TransportError(.timedOut, "silence, or longer than allowed")) }
      let wait = DispatchTimeInterval.nanoseconds(Int(min(left / .nanoseconds(1), 1e18).rounded(.up)))
      queue.asyncAfter(deadline: .now() + wait) { [weak job, weak router] in
        guard let job, let router else { return }
        watch(job, router: router, on: queue)
      }
    }
  }
#endif
