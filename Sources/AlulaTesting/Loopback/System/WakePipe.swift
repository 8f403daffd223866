import Alula
import Foundation

/// Wakes a thread that sleeps in `poll`, from any thread.
final class WakePipe: Sendable {
  private struct Ends {
    var read: Int32
    var write: Int32
  }

  private let ends: Locked<Ends?>
  /// What to poll for reading. Valid until `close`.
  let readEnd: Int32

  init() throws(LoopbackError) {
    var raw: [Int32] = [-1, -1]
    guard pipe(&raw) == 0 else { throw LoopbackError(call: "pipe") }
    for descriptor in raw {
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    readEnd = raw[0]
    ends = Locked(Ends(read: raw[0], write: raw[1]))
  }

  func wake() {
    ends.withLock { ends in
      guard let ends else { return }
      // A full pipe wakes as well as one more byte would.
      var byte: UInt8 = 1
      _ = write(ends.write, &byte, 1)
    }
  }

  func drain() {
    var bytes = [UInt8](repeating: 0, count: 256)
    while read(readEnd, &bytes, bytes.count) == bytes.count {}
  }

  /// Gives the descriptors back. Later calls of `wake` do nothing.
  func close() {
    guard let ends = ends.withLock({ $0.take() }) else { return }
    Foundation.close(ends.read)
    Foundation.close(ends.write)
  }

  deinit { close() }
}
