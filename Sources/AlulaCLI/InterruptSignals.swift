import Dispatch
import Foundation

/// Turns the signals that end a program into a value, so that it can clean up. A second one ends it at once.
///
/// A handler writes the signal's number into a pipe (a write is allowed in one, POSIX.1-2017 section 2.4.3), and the pipe is read like any
/// other. Dispatch's own signal sources lost signals on a busy Linux machine: they are ignored until a thread of its own blocks them.
final class InterruptSignals {
  /// The numbers of signals, as they come.
  let stream: AsyncStream<Int32>
  private let continuation: AsyncStream<Int32>.Continuation
  // Kept: a source that goes away stops listening, so this object must live as long as signals are wanted.
  private let source: any DispatchSourceRead

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
    self.stream = stream
    self.continuation = continuation
    // Told by failed writes instead: as a signal it would end the tool in the middle of writing a file.
    signal(SIGPIPE, SIG_IGN)
    // Open for the life of the process: a handler may write at any time.
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    let reading = ends[0]
    signalDescriptor = ends[1]
    source = DispatchSource.makeReadSource(fileDescriptor: reading, queue: .global())
    var count = 0
    source.setEventHandler {
      var byte: UInt8 = 0
      guard read(reading, &byte, 1) == 1 else { return }
      let number = Int32(byte)
      count += 1
      if count > 1 { exit(128 + number) }
      continuation.yield(number)
    }
    source.resume()
    for number in [SIGINT, SIGTERM] { signal(number, noteSignal) }
  }

  /// For a thread that finds out by itself: nobody reads the output any more.
  var pipeClosed: @Sendable () -> Void { { [continuation] in continuation.yield(SIGPIPE) } }
}

/// Safe to share: set once, before any handler reads it.
private nonisolated(unsafe) var signalDescriptor: Int32 = -1

private func noteSignal(_ number: Int32) {
  let before = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(signalDescriptor, &byte, 1)
  errno = before
}
