import Alula

/// The listening sockets of one server; the thread takes them over.
final class LoopbackListeners: Sendable {
  let port: UInt16
  let sockets: [ListeningSocket]

  init(port: UInt16, withIPv6: Bool) throws(LoopbackError) {
    let ipv4 = try port == 0 ? ListeningSocket.atNewPort() : ListeningSocket(ipv4Port: port)
    self.port = ipv4.port
    sockets = withIPv6 ? [ipv4, try ListeningSocket(ipv6Port: ipv4.port)] : [ipv4]
  }
}
