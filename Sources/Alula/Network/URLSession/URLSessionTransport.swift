#if !(os(Linux) && Curl)
  import Foundation
  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// HTTP over `URLSession`, by its delegate only: the transport of Apple platforms, and of Linux without the trait `Curl`.
  ///
  /// No cache, no cookies, no credentials of its own; redirects and 401 are reported, not followed. Letting go of the
  /// transport cancels what is running. Differences to libcurl that `URLSession` does not let us undo: repeated fields come
  /// joined by commas and in no order, the version of a response is always "1.1", there is no back-pressure.
  ///
  /// Linux (Foundation 6.3) besides: most failures have no code of their own and end with `.other`; trailers, and header
  /// bytes that are not UTF-8, are beyond help (the first ends the process).
  public final class URLSessionTransport: Transport {
    /// How the transport connects.
    public struct Configuration: Sendable {
      /// Sent unless the request has its own `User-Agent`. `nil`: the system's. Default "Alula".
      public var userAgent: String? = "Alula"
      /// The most body bytes a receiver may leave unacknowledged. Beyond, the transfer fails with `.other`: nothing else
      /// stands between a fast server and our memory. Default 64 MB.
      public var maximumUnacknowledged = ByteCount.megabytes(64)

      /// The defaults.
      public init() {}
    }

    private let session: URLSession
    private let router: URLSessionRouter
    private let configuration: Configuration
    /// `URLSession` blocks its caller: creating, resuming and cancelling happen here, never on a caller's thread.
    private let queue = DispatchQueue(label: "alula.transport")

    /// A transport with a session of its own.
    public init(configuration: Configuration = Configuration()) {
      self.configuration = configuration
      router = URLSessionRouter()
      session = URLSession(
        configuration: Self.sessionConfiguration(configuration), delegate: router, delegateQueue: router.queue)
    }

    deinit {
      let session = session
      queue.async { session.invalidateAndCancel() }
    }

    /// See ``Transport/start(_:handle:receiver:)``. Cost for the caller: two locks and a hop to a queue.
    public func start(_ request: TransportRequest, handle: TransportHandle, receiver: any TransportReceiver) {
      let job = URLSessionJob(
        request: request, handle: handle, receiver: receiver, limit: configuration.maximumUnacknowledged.bytes)
      let (queue, router, session) = (queue, router, session)
      handle.bind(
        cancel: { queue.async { router.end(job, TransportError(.cancelled, "cancelled")) } },
        consumed: { job.consume($0) })
      queue.async {
        guard !handle.isCancelled else { return router.end(job, TransportError(.cancelled, "cancelled")) }
        if let refusal = request.refusal { return router.end(job, refusal) }
        guard let urlRequest = URLRequest(request) else {
          return router.end(job, TransportError(.invalidRequest, "not a URL"))
        }
        let task = session.dataTask(with: urlRequest)
        router.add(job, task)
        URLSessionWatchdog.watch(job, router: router, on: queue)
        task.resume()
      }
    }

    private static func sessionConfiguration(_ configuration: Configuration) -> URLSessionConfiguration {
      let session = URLSessionConfiguration.ephemeral
      session.urlCache = nil
      session.requestCachePolicy = .reloadIgnoringLocalCacheData
      session.httpCookieStorage = nil
      session.httpCookieAcceptPolicy = .never
      session.httpShouldSetCookies = false
      session.urlCredentialStorage = nil
      // The limits are above us (`Gate`); waiting for a slot here would eat into the request timeout.
      session.httpMaximumConnectionsPerHost = 64
      if let agent = TransportRequest.oneLine(configuration.userAgent) {
        session.httpAdditionalHeaders = ["User-Agent": agent]
      }
      return session
    }
  }

  extension URLRequest {
    /// `nil` when Foundation does not take the URL.
    fileprivate init?(_ request: TransportRequest) {
      guard let url = URL(string: request.url), url.host()?.isEmpty == false else { return nil }
      self.init(url: url)
      httpMethod = request.method
      httpBody = request.body.map { Data($0) }
      httpShouldHandleCookies = false
      // Ours is the watchdog's; this one knows whole seconds only (Linux) and must come later.
      timeoutInterval = 60 + Double(min(request.requestTimeout, .seconds(86_400)).components.seconds)
      for field in request.headers { addValue(field.value, forHTTPHeaderField: field.name) }
    }
  }
#endif
