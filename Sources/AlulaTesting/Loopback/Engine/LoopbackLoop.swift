import Alula
import Foundation

/// The server's thread: one `poll` over all sockets. Asleep when nothing happens.
///
/// Everything here belongs to that thread alone. When `run` returns and the loop is let go of, the port is free.
final class LoopbackLoop {
  private let shared: LoopbackShared
  private let listeners: [ListeningSocket]
  private var connections: [LoopbackConnection] = []
  private var accepted = 0
  /// Accepting pauses when the process has no descriptor left: the listener would stay readable and the loop spin.
  private var acceptsAgain: ContinuousClock.Instant?
  private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

  init(shared: LoopbackShared, listeners: [ListeningSocket]) {
    self.shared = shared
    self.listeners = listeners
  }

  deinit { scratch.deallocate() }

  /// Serves until the server stops.
  func run() {
    var polled: [pollfd] = []
    while !shared.isStopping {
      prepare(&polled)
      guard poll(&polled, nfds_t(polled.count), timeout()) >= 0 || errno == EINTR else { break }
      if polled[0].revents != 0 { shared.wakePipe.drain() }
      serve(polled)
      accept(polled)
    }
    for connection in connections { connection.abandon() }
    connections = []
    shared.wakePipe.close()
  }

  // Order of the poll set: the wake pipe, the listeners (-1 when they are not polled), then the connections.
  private var firstConnection: Int { 1 + listeners.count }

  private func prepare(_ polled: inout [pollfd]) {
    polled.removeAll(keepingCapacity: true)
    let accepts = acceptsAgain == nil && connections.count < shared.options.maximumConnections
    polled.append(pollfd(fd: shared.wakePipe.readEnd, events: Int16(POLLIN), revents: 0))
    for listener in listeners {
      polled.append(pollfd(fd: accepts ? listener.raw : -1, events: Int16(POLLIN), revents: 0))
    }
    for connection in connections {
      let events = (connection.wantsInput ? POLLIN : 0) | (connection.wantsOutput ? POLLOUT : 0)
      polled.append(pollfd(fd: connection.descriptor, events: Int16(events), revents: 0))
    }
  }

  /// Milliseconds until the first deadline, rounded up; -1 for ever.
  private func timeout() -> Int32 {
    let deadlines = connections.compactMap(\.deadline) + [acceptsAgain].compactMap { $0 }
    guard let first = deadlines.min() else { return -1 }
    let left = ContinuousClock.now.duration(to: first)
    guard left > .zero else { return 0 }
    let parts = left.components
    return Int32(clamping: parts.seconds.multipliedReportingOverflow(by: 1_000).partialValue)
      + Int32(parts.attoseconds / 1_000_000_000_000_000) + 1
  }

  private func serve(_ polled: [pollfd]) {
    let now = ContinuousClock.now
    var hasClosed = false
    for (index, connection) in connections.enumerated() {
      let events = Int32(polled[index + firstConnection].revents)
      if events & (POLLHUP | POLLERR | POLLNVAL) != 0 { connection.hangUp() }
      if events & (POLLIN | POLLHUP | POLLERR) != 0 { connection.receive(scratch) }
      if events != 0 || connection.isDue(now) { connection.advance(now) }
      hasClosed = hasClosed || connection.isClosed
    }
    if hasClosed { connections.removeAll(where: \.isClosed) }
    if let again = acceptsAgain, again <= now { acceptsAgain = nil }
  }

  private func accept(_ polled: [pollfd]) {
    for (index, listener) in listeners.enumerated() where polled[index + 1].revents != 0 {
      acceptAll(from: listener)
    }
  }

  private func acceptAll(from listener: ListeningSocket) {
    while connections.count < shared.options.maximumConnections {
      switch listener.accept() {
      case .nothing:
        return
      case .noDescriptorLeft:
        acceptsAgain = .now + .milliseconds(50)
        return
      case .connection(let raw):
        guard let socket = try? StreamSocket(accepted: raw) else { continue }
        accepted += 1
        connections.append(LoopbackConnection(id: accepted, socket: socket, shared: shared))
      }
    }
  }
}
