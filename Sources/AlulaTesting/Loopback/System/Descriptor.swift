import Foundation

/// An open file descriptor, closed with its owner.
struct Descriptor: ~Copyable {
  let raw: Int32

  /// Takes over `raw`, the result of `call`; a negative one is the failure of that call.
  init(_ raw: Int32, call: String) throws(LoopbackError) {
    guard raw >= 0 else { throw LoopbackError(call: call) }
    self.raw = raw
  }

  deinit { close(raw) }

  func setNonBlocking() {
    _ = fcntl(raw, F_SETFL, fcntl(raw, F_GETFL) | O_NONBLOCK)
  }

  func setOption(_ level: Int32, _ name: Int32, _ value: Int32) {
    var value = value
    setsockopt(raw, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}
