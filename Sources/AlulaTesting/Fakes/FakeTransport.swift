public import Alula

/// A `Transport` without a network: scripted answers, delivered when the test says.
///
/// ```swift
/// let transport = FakeTransport()
/// transport.on("https://example.com/a.png", .ok(SampleImages.png(width: 8, height: 8), type: "image/png"))
/// ```
///
/// Keeps the contract of `Transport`: at most one head, body parts in order, one end, never two events of a request at
/// the same time; it pauses above 256 KB outstanding, and a cancelled request ends with `.cancelled` and without
/// another event before. Timeouts are not watched: script `.failure(.timedOut)`. Any thread.
public final class FakeTransport: Transport {
  /// When events are delivered.
  public enum Delivery: Sendable {
    /// As soon as they are ready: inside `start`, `TransportHandle.cancel`, `TransportHandle.consumed` or `release`, on
    /// the thread that called.
    case atOnce
    /// By `step()` alone.
    case stepped
    /// By jobs given to this queue, one event each.
    case queued(@Sendable (@escaping @Sendable () -> Void) -> Void)
  }

  struct Book {
    var counters = FakeTransportCounters()
    var requests: [TransportRequest] = []
    var answers: [String: [FakeAnswer]] = [:]
    var fallback: @Sendable (TransportRequest) -> FakeAnswer = { _ in .failure(.cannotConnect, "no scripted answer") }
    /// Under way, the one that waits longest for its turn first.
    var transfers: [FakeTransfer] = []

    mutating func answer(to request: TransportRequest) -> FakeAnswer? {
      guard var list = answers[request.url], let first = list.first else { return nil }
      if list.count > 1 {
        list.removeFirst()
        answers[request.url] = list
      }
      return first
    }
  }

  let book = Observed(Book())
  private let delivery: Delivery
  private let pauseLimit: Int

  /// A transport without answers: every request fails with `.cannotConnect`.
  /// - Parameter pausesAbove: body bytes outstanding above which it pauses. Default 256 KB (262,144), as the contract says.
  public init(_ delivery: Delivery = .atOnce, pausesAbove: ByteCount = .bytes(262_144)) {
    self.delivery = delivery
    pauseLimit = pausesAbove.bytes
  }

  /// A transport that delivers each event as a job of `executor`.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public convenience init(on executor: ManualExecutor) {
    self.init(.queued { executor.enqueue($0) })
  }

  /// Starts a scripted transfer; see `Transport`.
  public func start(_ request: TransportRequest, handle: TransportHandle, receiver: any TransportReceiver) {
    let (scripted, fallback) = book.write { ($0.answer(to: request), $0.fallback) }
    let answer = scripted ?? fallback(request)
    let transfer = book.write { book in
      let transfer = FakeTransfer(request, answer, handle: handle, receiver: receiver, pauseLimit: pauseLimit)
      book.requests.append(request)
      book.transfers.append(transfer)
      book.counters.started += 1
      book.counters.maximumAtOnce = max(book.counters.maximumAtOnce, book.counters.running)
      return transfer
    }
    handle.bind(
      cancel: { [weak self, weak transfer] in
        guard let self, let transfer, transfer.cancel() else { return }
        book.write { $0.counters.cancelled += 1 }
        proceed(transfer)
      },
      consumed: { [weak self, weak transfer] count in
        transfer?.consumed(count)
        if let self, let transfer { proceed(transfer) }
      })
    proceed(transfer)
  }

  // MARK: Delivery

  /// Something about `transfer` changed: an event may be ready.
  func proceed(_ transfer: FakeTransfer) {
    switch delivery {
    case .atOnce:
      while deliver(transfer) {}
    case .stepped:
      break
    case .queued(let enqueue):
      guard transfer.isReady else { return }
      enqueue { [weak self] in
        if let self, deliver(transfer) { proceed(transfer) }
      }
    }
  }

  /// Delivers one event of `transfer`. False when none is ready.
  func deliver(_ transfer: FakeTransfer) -> Bool {
    guard let event = transfer.take() else { return false }
    // Counted before it is heard: who was woken by an event finds it counted.
    book.write { book in
      switch event {
      case .head: break
      case .body(let bytes): book.counters.bodyBytes = book.counters.bodyBytes + ByteCount(bytes.count)
      case .end:
        book.counters.finished += 1
        book.transfers.removeAll { $0 === transfer }
      }
    }
    transfer.hand(event)
    return true
  }
}
