import Alula

/// Collects a body as the pipeline does: memory taken once, from the announced length.
final class BodyCollector: TransportReceiver {
  let handle = TransportHandle()
  // Touched only by the receiver's calls, which never come at the same time, and by `finish` as the last of them.
  nonisolated(unsafe) private var bytes: [UInt8] = []
  private let finish: @Sendable (Int, TransportError?) -> Void

  init(finish: @escaping @Sendable (Int, TransportError?) -> Void) { self.finish = finish }

  func transportDidReceive(_ head: HTTPResponseHead) {
    if let length = head.headers["Content-Length"].flatMap({ Int($0) }) { bytes.reserveCapacity(min(length, 1 << 28)) }
  }

  func transportDidReceive(body: RawSpan) {
    body.withUnsafeBytes { bytes.append(contentsOf: $0) }
    handle.consumed(body.byteCount)
  }

  func transportDidFinish(_ result: Result<TransportMetrics, TransportError>) {
    switch result {
    case .success: finish(bytes.count, nil)
    case .failure(let error): finish(bytes.count, error)
    }
  }
}
