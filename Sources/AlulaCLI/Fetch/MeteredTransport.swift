import Alula

/// A transport that tells a meter what goes through it.
struct MeteredTransport: Transport {
  private let transport: any Transport
  private let meter: TransferMeter

  init(_ transport: any Transport, meter: TransferMeter) {
    self.transport = transport
    self.meter = meter
  }

  func start(_ request: TransportRequest, handle: TransportHandle, receiver: any TransportReceiver) {
    transport.start(request, handle: handle, receiver: MeteredReceiver(receiver, meter))
  }
}

private final class MeteredReceiver: TransportReceiver {
  private let receiver: any TransportReceiver
  private let meter: TransferMeter
  private let transfer: Int

  init(_ receiver: any TransportReceiver, _ meter: TransferMeter) {
    self.receiver = receiver
    self.meter = meter
    transfer = meter.begin()
  }

  func transportDidReceive(_ head: HTTPResponseHead) {
    // The length of a redirect's body says nothing about the picture's; a content coding counts other bytes.
    let isPicture = head.status == 200 && head.headers["Content-Encoding"] == nil
    meter.expect(isPicture ? head.headers["Content-Length"].flatMap { Int($0) } : nil, of: transfer)
    receiver.transportDidReceive(head)
  }

  func transportDidReceive(body: RawSpan) {
    meter.receive(body.byteCount, of: transfer)
    receiver.transportDidReceive(body: body)
  }

  func transportDidFinish(_ result: Result<TransportMetrics, TransportError>) {
    meter.end(transfer)
    receiver.transportDidFinish(result)
  }
}
