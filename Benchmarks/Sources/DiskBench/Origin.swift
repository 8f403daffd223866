import Alula
import Foundation

/// A server in memory.
struct Origin: Transport {
  final class Box: @unchecked Sendable {
    // Safe: set before the request that reads it, and there is one at a time.
    var body = Data()
  }
  let type: String
  let box = Box()

  private func head(_ count: Int) -> HTTPResponseHead {
    HTTPResponseHead(
      status: 200,
      headers: [
        "Date": "Mon, 30 Nov 2026 08:00:00 GMT", "Content-Type": type, "Content-Length": "\(count)",
        "Cache-Control": "public, max-age=31536000", "ETag": "\"5f2d-61c0b8a7\"",
        "Last-Modified": "Tue, 03 Nov 2026 10:00:00 GMT", "Server": "example", "Vary": "Accept",
      ])
  }

  func start(_ request: TransportRequest, handle: TransportHandle, receiver: any TransportReceiver) {
    let body = box.body
    receiver.transportDidReceive(head(body.count))
    for start in stride(from: 0, to: body.count, by: 65_536) {
      let part = [UInt8](body[start..<min(body.count, start + 65_536)])
      receiver.transportDidReceive(body: part.span.bytes)
    }
    receiver.transportDidFinish(
      .success(TransportMetrics(bytesOnWire: .bytes(body.count), isNewConnection: false)))
  }
}
