import Alula
import Foundation

/// A receiver that takes 1 MB a tenth of a second of a large body: how far does memory grow?
final class SlowConsumer: TransportReceiver {
  private let url: String
  private let handle = TransportHandle()
  private let done = DispatchSemaphore(value: 0)
  private let pending = ClientLock(0)
  private let taken = ClientLock(0)

  init(url: String) { self.url = url }

  func run() {
    let transport = BenchTransport.make()
    warmUp(transport)
    let before = ProcessMemory.resident
    var peak = before
    transport.start(
      TransportRequest(url: url, requestTimeout: .seconds(60), resourceTimeout: .seconds(120)), handle: handle,
      receiver: self)
    // 4 s at 10 MB/s; the server could send all of it in a tenth of that.
    for _ in 0..<40 {
      Thread.sleep(forTimeInterval: 0.1)
      peak = max(peak, ProcessMemory.resident)
      acknowledge(upTo: 1_000_000)
    }
    print("bytes=\(taken.withLock { $0 })")
    print("growth_kb=\(peak - before)")
    handle.cancel()
    done.wait()
    withExtendedLifetime(transport) {}
  }

  /// One small load, so that what any load costs once is not counted.
  private func warmUp(_ transport: any Transport) {
    let ready = DispatchSemaphore(value: 0)
    let collector = BodyCollector { _, _ in ready.signal() }
    transport.start(
      TransportRequest(url: url.replacing("/256M", with: "/20K")), handle: collector.handle, receiver: collector)
    ready.wait()
  }

  private func acknowledge(upTo limit: Int) {
    var left = limit
    while left > 0 {
      let count = pending.withLock { pending -> Int in
        defer { pending -= min(pending, left) }
        return min(pending, left)
      }
      guard count > 0 else { return }
      handle.consumed(count)
      left -= count
      // The loop thread needs a moment to bring the next part.
      Thread.sleep(forTimeInterval: 0.001)
    }
  }

  func transportDidReceive(_ head: HTTPResponseHead) {}

  func transportDidReceive(body: RawSpan) {
    let count = body.byteCount
    pending.withLock { $0 += count }
    taken.withLock { $0 += count }
  }

  func transportDidFinish(_ result: Result<TransportMetrics, TransportError>) { done.signal() }
}
