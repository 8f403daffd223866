import Dispatch
import Foundation

/// Turns the signals that end a program into a value, so that it can clean up. A second one ends it at once.
final class InterruptSignals {
  /// The numbers of signals, as they come.
  let stream: AsyncStream<Int32>
  private let continuation: AsyncStream<Int32>.Continuation
  // Kept: a source that goes away stops listening, so this object must live as long as signals are wanted.
  private let sources: [any DispatchSourceSignal]

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
    self.stream = stream
    self.continuation = continuation
    // Told by failed writes instead: as a signal it would end the tool in the middle of writing a file.
    signal(SIGPIPE, SIG_IGN)
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      var count = 0
      source.setEventHandler {
        count += 1
        if count > 1 { exit(128 + number) }
        continuation.yield(number)
      }
      source.resume()
      return source
    }
  }

  /// For a thread that finds out by itself: nobody reads the output any more.
  var pipeClosed: @Sendable () -> Void { { [continuation] in continuation.yield(SIGPIPE) } }
}
