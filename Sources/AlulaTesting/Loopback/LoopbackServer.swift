import Alula

/// A real HTTP/1.1 server on 127.0.0.1, for tests: scripted answers, latches in place of sleeps, exact counters.
///
/// ```swift
/// let server = try LoopbackServer()
/// server.on("/a.png", .ok(SampleImages.png(width: 8, height: 8), type: "image/png"))
/// server.hold("/a.png")
/// // … start a load of server.url("/a.png") and cancel it …
/// await server.until(.clientCloses(1))
/// #expect(server.counters.requests == 1)
/// ```
///
/// One thread, one `poll`; asleep when nothing happens. Every method may be called from any thread. `stop()`, and the
/// end of the server's life, close all sockets and wait for the thread. A client that ends its side of the connection
/// counts as gone, even if it only half-closed.
public final class LoopbackServer: Sendable {
  /// The port on 127.0.0.1, and on ::1 when that was asked for.
  public let port: UInt16
  let shared: LoopbackShared
  private let thread: JoinableThread

  /// Starts a server. It answers everything with 404 until routes are set.
  /// - Throws: `LoopbackError` when the port is taken, ::1 is not there, or the process has no descriptor or thread left.
  public init(options: LoopbackOptions = LoopbackOptions()) throws(LoopbackError) {
    let shared = try LoopbackShared(options: options)
    let listeners = try LoopbackListeners(port: options.port, withIPv6: options.listensOnIPv6)
    port = listeners.port
    self.shared = shared
    thread = try JoinableThread { LoopbackLoop(shared: shared, listeners: listeners.sockets).run() }
  }

  deinit { stop() }

  /// "http://127.0.0.1:port", without a slash at the end.
  public var baseURL: String { "http://127.0.0.1:\(port)" }

  /// The address of `target`, which must start with a slash and be encoded already.
  public func url(_ target: String) -> String { baseURL + target }

  /// The same on ::1; for a server with `listensOnIPv6`.
  public func urlIPv6(_ target: String) -> String { "http://[::1]:\(port)\(target)" }

  /// Closes every connection and the port, ends all waits, and returns when the thread is gone. Routes are let go of.
  /// Counters and records stay. Further calls do nothing. From a handler it returns before the thread's end.
  public func stop() {
    guard shared.beginStopping() else { return }
    thread.join()
    // Handlers are let go of outside the lock: what they hold may run code of its own when it goes.
    _ = shared.routes.withLock { routes in
      defer { routes = RouteTable() }
      return routes
    }
    shared.ledger.close()
  }
}
