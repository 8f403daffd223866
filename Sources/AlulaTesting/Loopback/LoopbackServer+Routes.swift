import Alula

extension LoopbackServer {
  /// Answers requests whose target is exactly `target`, as sent, with `response`.
  public func on(_ target: String, _ response: LoopbackResponse) { on(target, [response]) }

  /// Answers the first request to `target` with the first of `responses`, and so on; the last one repeats. Setting a
  /// target again replaces its responses and starts anew.
  public func on(_ target: String, _ responses: [LoopbackResponse]) {
    shared.routes.withLock { $0.set(target, .list(responses)) }
  }

  /// Answers requests to `target` by `handler`. It runs on the server's thread: everything else waits for it, so it
  /// must not block; use latches and delays of the response for that. A handler that holds the server itself keeps it
  /// alive until `stop()`; capture it weakly.
  public func on(_ target: String, handler: @escaping @Sendable (LoopbackRequest) -> LoopbackResponse) {
    shared.routes.withLock { $0.set(target, .handler(handler)) }
  }

  /// Answers requests to `target` by `resource`: ranges and conditions are understood.
  public func on(_ target: String, _ resource: LoopbackResource) {
    on(target) { resource.respond(to: $0) }
  }

  /// Answers requests whose target starts with `prefix` and that no exact route takes. The longest prefix wins.
  public func on(prefix: String, handler: @escaping @Sendable (LoopbackRequest) -> LoopbackResponse) {
    shared.routes.withLock { $0.set(prefix: prefix, .handler(handler)) }
  }

  /// Answers everything that no route takes. The default is 404.
  public func onEverythingElse(_ handler: @escaping @Sendable (LoopbackRequest) -> LoopbackResponse) {
    shared.routes.withLock { $0.set(fallback: handler) }
  }

  /// Makes requests to `target` that arrive from now on wait, before their head, until `release`.
  public func hold(_ target: String) { shared.routes.withLock { $0.hold(target) } }

  /// Makes requests whose target starts with `prefix` wait until `release(prefix:)`. "/" holds all.
  public func hold(prefix: String) { shared.routes.withLock { $0.hold(prefix: prefix) } }

  /// Answers those that wait at `target`, and holds no longer.
  public func release(_ target: String) { shared.routes.withLock { $0.release(target) }?.open() }

  /// Answers those that wait behind `prefix`, and holds no longer.
  public func release(prefix: String) { shared.routes.withLock { $0.release(prefix: prefix) }?.open() }

  /// Answers everything that waits by `hold`. Latches of responses are not touched.
  public func releaseAll() {
    for latch in shared.routes.withLock({ $0.releaseAll() }) { latch.open() }
  }
}
