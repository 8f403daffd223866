import Alula
import Foundation

/// A socket that listens on 127.0.0.1 or ::1.
final class ListeningSocket: Sendable {
  private let descriptor: Descriptor
  let port: UInt16

  /// Ports that the system chose for this process.
  private static let given = Locked(Set<UInt16>())

  /// Listens on 127.0.0.1 at a port that no other had in this process, as far as there is one: who asks a server that was stopped
  /// must not be answered by another one.
  static func atNewPort() throws(LoopbackError) -> ListeningSocket {
    var passedOver: [ListeningSocket] = []
    while true {
      let socket = try ListeningSocket(ipv4Port: 0)
      let isNew = given.withLock { $0.insert(socket.port).inserted }
      guard !isNew, passedOver.count < 64 else { return socket }
      // Kept for as long, so that the system chooses another.
      passedOver.append(socket)
    }
  }

  /// Listens on 127.0.0.1. Port 0 lets the system choose.
  init(ipv4Port port: UInt16) throws(LoopbackError) {
    descriptor = try Descriptor(LoopbackPlatform.makeStreamSocket(family: AF_INET), call: "socket")
    var address = LoopbackPlatform.loopbackAddress4(port: port)
    self.port = try Self.listen(descriptor, &address).sin_port.bigEndian
  }

  /// Listens on ::1 alone, never on IPv4 too.
  init(ipv6Port port: UInt16) throws(LoopbackError) {
    descriptor = try Descriptor(LoopbackPlatform.makeStreamSocket(family: AF_INET6), call: "socket")
    descriptor.setOption(Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1)
    var address = LoopbackPlatform.loopbackAddress6(port: port)
    self.port = try Self.listen(descriptor, &address).sin6_port.bigEndian
  }

  var raw: Int32 { descriptor.raw }

  private static func listen<Address>(
    _ descriptor: borrowing Descriptor, _ address: inout Address
  ) throws(LoopbackError) -> Address {
    let raw = descriptor.raw
    descriptor.setOption(SOL_SOCKET, SO_REUSEADDR, 1)
    descriptor.setNonBlocking()
    var length = socklen_t(MemoryLayout<Address>.size)
    let failed = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> String? in
        if bind(raw, address, length) != 0 { return "bind" }
        if Foundation.listen(raw, SOMAXCONN) != 0 { return "listen" }
        return getsockname(raw, address, &length) != 0 ? "getsockname" : nil
      }
    }
    if let failed { throw LoopbackError(call: failed) }
    return address
  }

  /// The next waiting connection, ready for use; `nil` when none is waiting or the process has no descriptor left.
  func accept() -> AcceptResult {
    let raw = Foundation.accept(descriptor.raw, nil, nil)
    guard raw >= 0 else {
      return errno == EMFILE || errno == ENFILE ? .noDescriptorLeft : .nothing
    }
    return .connection(raw)
  }

  enum AcceptResult {
    case connection(Int32)
    case nothing
    case noDescriptorLeft
  }
}
