/// What a pipeline says about its requests: an anonymous number, the host, a state. Never a path, query, header or token.
public struct LogLine: Hashable, Sendable {
  /// Counts the pipeline's web loads; 0 for what the disk store says of itself.
  public let number: Int
  /// Host and port; "disk" for what the disk store says.
  public let host: String
  /// "waiting", "sent", "answered 200", "failed: …"; or a sentence of the disk store, each once.
  public let state: String
}

struct PipelineLog: Sendable {
  private let write: (@Sendable (LogLine) -> Void)?
  private let count = Locked(0)

  init(_ write: (@Sendable (LogLine) -> Void)?) { self.write = write }

  func nextNumber() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }

  func say(_ number: Int, _ host: String, _ state: @autoclosure () -> String) {
    write?(LogLine(number: number, host: host, state: state()))
  }
}
