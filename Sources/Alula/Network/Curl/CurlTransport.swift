#if os(Linux) && Curl
  /// HTTP over libcurl: HTTP/1.1 and HTTP/2, keep-alive, gzip, br and zstd as libcurl was built.
  ///
  /// Owns one thread, which sleeps while nothing is in flight; receivers are called there. Letting go of the transport
  /// ends that thread: what is still running ends with `.cancelled`, and handles that outlive it do nothing.
  /// Follows no redirect, answers no authentication challenge, keeps no cookie. Connections are not limited here.
  public final class CurlTransport: Transport {
    private let inbox: CurlInbox?

    /// Starts the thread. Cost: about 50 µs.
    public init(configuration: Configuration = Configuration()) {
      inbox = CurlLoop.launch(configuration: configuration)
    }

    deinit { inbox?.stop() }

    /// See ``Transport/start(_:handle:receiver:)``. Cost for the caller: about 10 µs, a lock and at most one write to
    /// wake the thread.
    public func start(_ request: TransportRequest, handle: TransportHandle, receiver: any TransportReceiver) {
      guard let inbox else {
        // No memory or no thread was to be had; the only case in which the caller's thread is used.
        receiver.transportDidFinish(.failure(TransportError(.other, "libcurl could not be started")))
        return
      }
      let job = CurlJob(request: request, handle: handle, receiver: receiver)
      // Bound before the loop hears of it: an acknowledgement of the first bytes must find its way.
      handle.bind(
        cancel: { inbox.post(.cancel(job)) },
        consumed: { count in if job.consume(count) { inbox.post(.resume(job)) } })
      inbox.post(.start(job))
    }
  }
#endif
