import Alula
import AlulaTesting

/// Writes down what a transport says, and acknowledges when it is told to.
final class TransportLog: TransportReceiver {
  enum Line: Equatable {
    case head(Int)
    case body(Int)
    case success
    case failure(TransportError.Code)
  }

  let handle = TransportHandle()
  private let acknowledges: Bool
  private let state = Locked<(lines: [Line], bytes: [UInt8], depth: Int, maximumDepth: Int)>(([], [], 0, 0))
  private let onLine: @Sendable (TransportLog, Line) -> Void

  init(acknowledges: Bool = true, onLine: @escaping @Sendable (TransportLog, Line) -> Void = { _, _ in }) {
    self.acknowledges = acknowledges
    self.onLine = onLine
  }

  var lines: [Line] { state.withLock { $0.lines } }
  var bytes: [UInt8] { state.withLock { $0.bytes } }
  /// More than 1 when two events were delivered at the same time.
  var maximumDepth: Int { state.withLock { $0.maximumDepth } }

  func transportDidReceive(_ head: HTTPResponseHead) { hear(.head(head.status)) }

  func transportDidReceive(body: RawSpan) {
    let bytes = body.withUnsafeBytes { Array($0) }
    state.withLock { $0.bytes += bytes }
    hear(.body(bytes.count))
  }

  func transportDidFinish(_ result: Result<TransportMetrics, TransportError>) {
    switch result {
    case .success: hear(.success)
    case .failure(let error): hear(.failure(error.code))
    }
  }

  private func hear(_ line: Line) {
    state.withLock { state in
      state.lines.append(line)
      state.depth += 1
      state.maximumDepth = max(state.maximumDepth, state.depth)
    }
    if case .body(let count) = line, acknowledges { handle.consumed(count) }
    onLine(self, line)
    state.withLock { $0.depth -= 1 }
  }
}
