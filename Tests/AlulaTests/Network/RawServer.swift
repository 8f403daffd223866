import Alula
import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A TCP server that says exactly the bytes a test wants, wrong ones too. One thread per connection.
final class RawServer: Sendable {
  typealias Script = @Sendable (RawConnection) -> Void

  private struct State {
    var connections: [ObjectIdentifier: RawConnection] = [:]
    var accepted = 0
    var isStopped = false
  }

  let port: UInt16
  private let isIPv6: Bool
  private let listener: Int32
  private let state = Locked(State())

  /// Listens on a free port of the loopback address; `script` runs for each connection, which is closed at its end.
  init(isIPv6: Bool = false, script: @escaping Script) throws {
    self.isIPv6 = isIPv6
    listener = RawSocket.make(isIPv6: isIPv6)
    port = try RawSocket.listen(listener, isIPv6: isIPv6)
    let listener = listener
    let state = state
    Thread.detachNewThread {
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { break }
        let connection = RawConnection(descriptor)
        let isOpen = state.withLock { state -> Bool in
          state.accepted += 1
          if !state.isStopped { state.connections[ObjectIdentifier(connection)] = connection }
          return !state.isStopped
        }
        guard isOpen else { break }
        Thread.detachNewThread {
          script(connection)
          connection.close()
          _ = state.withLock { $0.connections.removeValue(forKey: ObjectIdentifier(connection)) }
        }
      }
      RawSocket.close(listener)
    }
  }

  /// Every connection gets the same answer to every request, then `end` decides.
  convenience init(answer: String, keepsOpen: Bool = false) throws {
    try self.init { connection in
      while connection.readHead() != nil {
        connection.write(answer)
        if !keepsOpen { break }
      }
    }
  }

  deinit { stop() }

  /// Connections accepted so far.
  var accepted: Int { state.withLock { $0.accepted } }

  func url(_ path: String = "/") -> String {
    isIPv6 ? "http://[::1]:\(port)\(path)" : "http://127.0.0.1:\(port)\(path)"
  }

  func stop() {
    let connections = state.withLock { state -> [RawConnection] in
      state.isStopped = true
      return Array(state.connections.values)
    }
    shutdown(listener, RawSocket.both)
    for connection in connections { connection.shutDown() }
  }
}

/// The server's end of one connection.
final class RawConnection: Sendable {
  private struct State {
    var isOpen = true
    var pending: [UInt8] = []
  }

  private let descriptor: Int32
  private let state = Locked(State())

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    RawSocket.prepare(descriptor)
  }

  /// Bytes up to and with the blank line. `nil` when the peer has closed.
  func readHead() -> String? {
    var bytes = state.withLock { $0.pending }
    while true {
      if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
        let rest = Array(bytes[end.upperBound...])
        state.withLock { $0.pending = rest }
        return String(decoding: bytes[..<end.upperBound], as: UTF8.self)
      }
      guard let more = read() else { return nil }
      bytes += more
    }
  }

  /// Bytes that follow a head.
  func readBody(_ count: Int) -> [UInt8] {
    var bytes = state.withLock { $0.pending }
    while bytes.count < count, let more = read() { bytes += more }
    let rest = Array(bytes.dropFirst(count))
    state.withLock { $0.pending = rest }
    return Array(bytes.prefix(count))
  }

  /// Blocks until the peer closes or resets.
  func waitForEnd() {
    while read() != nil {}
  }

  private func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  @discardableResult func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// `false` when the peer has gone.
  @discardableResult func write(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        send(descriptor, $0.baseAddress! + sent, $0.count - sent, RawSocket.noSignal)
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Waits a moment; `true` when the peer has closed.
  func isClosed(within milliseconds: Int32) -> Bool {
    RawSocket.poll(descriptor, RawSocket.readable, milliseconds) && read() == nil
  }

  func isWritable(within milliseconds: Int32) -> Bool { RawSocket.poll(descriptor, RawSocket.writable, milliseconds) }

  func shutDown() {
    state.withLock { if $0.isOpen { _ = shutdown(descriptor, RawSocket.both) } }
  }

  /// Closes with RST in place of FIN.
  func reset() {
    RawSocket.lingerNot(descriptor)
    close()
  }

  func close() {
    state.withLock { state in
      if state.isOpen { RawSocket.close(descriptor) }
      state.isOpen = false
    }
  }
}
