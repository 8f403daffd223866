import Alula
import Foundation

/// Loads something that is no picture over a `Transport`: the layer below the pipeline, one request and its bytes.
final class TextDownload: TransportReceiver {
  private enum Part { case head(HTTPResponseHead), bytes([UInt8]) }

  private let handle = TransportHandle()
  private let parts: AsyncThrowingStream<Part, any Error>
  private let continuation: AsyncThrowingStream<Part, any Error>.Continuation

  private init() {
    (parts, continuation) = AsyncThrowingStream.makeStream()
  }

  /// The body behind `url`.
  /// - Throws: `TransportError`, or `LoadError` for a status that is not 200.
  static func data(from url: String, over transport: any Transport) async throws -> Data {
    let download = TextDownload()
    transport.start(TransportRequest(url: url), handle: download.handle, receiver: download)
    var data = Data()
    for try await part in download.parts {
      switch part {
      case .head(let head):
        guard head.status == 200 else { throw LoadError(.status(head.status), "The feed is not there.") }
      case .bytes(let bytes):
        data += bytes
        download.handle.consumed(bytes.count)
      }
    }
    return data
  }

  func transportDidReceive(_ head: HTTPResponseHead) { continuation.yield(.head(head)) }

  func transportDidReceive(body: RawSpan) { continuation.yield(.bytes(body.withUnsafeBytes { Array($0) })) }

  func transportDidFinish(_ result: Result<TransportMetrics, TransportError>) {
    switch result {
    case .success: continuation.finish()
    case .failure(let error): continuation.finish(throwing: error)
    }
  }
}
