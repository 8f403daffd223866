import Foundation

/// A connected, non-blocking socket.
struct StreamSocket: ~Copyable {
  private let descriptor: Descriptor

  /// Takes over an accepted descriptor.
  init(accepted raw: Int32) throws(LoopbackError) {
    descriptor = try Descriptor(raw, call: "accept")
    descriptor.setNonBlocking()
    _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
    // Without it a small last part of a response may wait 40 ms for the client's acknowledgement.
    descriptor.setOption(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    LoopbackPlatform.silenceBrokenPipe(raw)
  }

  var raw: Int32 { descriptor.raw }

  enum Transfer {
    case bytes(Int)
    /// Nothing now: poll again.
    case blocked
    /// The other side closed or reset.
    case closed
  }

  func receive(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
    while true {
      let count = recv(descriptor.raw, buffer.baseAddress, buffer.count, 0)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .closed }
      guard errno == EINTR else { return errno == EAGAIN || errno == EWOULDBLOCK ? .blocked : .closed }
    }
  }

  func send(_ bytes: UnsafeRawBufferPointer) -> Transfer {
    while true {
      let count = Foundation.send(descriptor.raw, bytes.baseAddress, bytes.count, LoopbackPlatform.sendFlags)
      if count >= 0 { return .bytes(count) }
      guard errno == EINTR else { return errno == EAGAIN || errno == EWOULDBLOCK ? .blocked : .closed }
    }
  }

  /// Sends FIN; reading goes on.
  func finishWriting() { shutdown(descriptor.raw, LoopbackPlatform.writeSide) }

  /// Makes the coming `close` send RST and drop what was not sent yet (SO_LINGER with 0 seconds).
  func resetOnClose() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor.raw, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }
}
