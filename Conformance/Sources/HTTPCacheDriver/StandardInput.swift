import Foundation

/// Standard input, a line at a time.
enum StandardInput {
  /// Lines as they come, read on a thread of its own: reading blocks.
  static var lines: AsyncStream<String> {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }
    return lines
  }
}
