/// A transport that tells a watch what one transfer brings.
struct WatchedTransport: Transport {
  private let transport: any Transport
  private let watch: TransferWatch

  init(_ transport: any Transport, _ watch: TransferWatch) {
    self.transport = transport
    self.watch = watch
  }

  func start(_ request: TransportRequest, handle: TransportHandle, receiver: any TransportReceiver) {
    watch.sent()
    transport.start(request, handle: handle, receiver: WatchedReceiver(receiver, watch))
  }
}

private final class WatchedReceiver: TransportReceiver {
  private let receiver: any TransportReceiver
  private let watch: TransferWatch

  init(_ receiver: any TransportReceiver, _ watch: TransferWatch) {
    self.receiver = receiver
    self.watch = watch
  }

  func transportDidReceive(_ head: HTTPResponseHead) {
    watch.received(status: head.status)
    receiver.transportDidReceive(head)
  }

  func transportDidReceive(body: RawSpan) {
    watch.received(bytes: body.byteCount)
    receiver.transportDidReceive(body: body)
  }

  func transportDidFinish(_ result: Result<TransportMetrics, TransportError>) { receiver.transportDidFinish(result) }
}
