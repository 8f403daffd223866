import Alula
import AlulaTesting
import Testing

@Suite struct FakeTransportTests {
  private static let url = "https://example.com/a.png"
  private static let body = (0..<100_000).map { UInt8($0 % 251) }

  private func start(_ transport: FakeTransport, _ log: TransportLog, url: String = Self.url) {
    transport.start(TransportRequest(url: url), handle: log.handle, receiver: log)
  }

  @Test func `an answer is a head, its body in parts and one end`() {
    let transport = FakeTransport()
    transport.on(Self.url, .ok(Self.body, partSize: 40_000))
    let log = TransportLog()
    start(transport, log)
    #expect(log.lines == [.head(200), .body(40_000), .body(40_000), .body(20_000), .success])
    #expect(log.bytes == Self.body)
    #expect(log.maximumDepth == 1)
    #expect(transport.counters.finished == 1)
    #expect(transport.counters.bodyBytes == .bytes(100_000))
    #expect(transport.requests.map(\.url) == [Self.url])
  }

  @Test func `a request without an answer cannot connect`() {
    let log = TransportLog()
    start(FakeTransport(), log)
    #expect(log.lines == [.failure(.cannotConnect)])
  }

  @Test func `answers are given out in order and the last one repeats`() {
    let transport = FakeTransport()
    transport.on(Self.url, .status(503), .failure(.connectionLost), .status(204))
    let lines = (0..<4).map { _ in
      let log = TransportLog()
      start(transport, log)
      return log.lines[0]
    }
    #expect(lines == [.head(503), .failure(.connectionLost), .head(204), .head(204)])
  }

  @Test func `a failure may come after a part of the body`() {
    let transport = FakeTransport()
    transport.on(Self.url, FakeAnswer.ok(Self.body, partSize: 10_000).failing(after: 2, .truncatedBody))
    let log = TransportLog()
    start(transport, log)
    #expect(log.lines == [.head(200), .body(10_000), .failure(.truncatedBody)])
  }

  @Test func `a request cancelled before its start hears only the end`() {
    let transport = FakeTransport()
    transport.on(Self.url, .ok(Self.body))
    let log = TransportLog()
    log.handle.cancel()
    start(transport, log)
    #expect(log.lines == [.failure(.cancelled)])
    #expect(transport.counters.cancelled == 1)
    #expect(transport.counters.running == 0)
  }

  @Test func `a request that hangs ends when it is cancelled, once`() {
    let transport = FakeTransport()
    transport.on(Self.url, .hangs)
    let log = TransportLog()
    start(transport, log)
    #expect(log.lines == [])
    #expect(transport.counters.running == 1)
    log.handle.cancel()
    log.handle.cancel()
    #expect(log.lines == [.failure(.cancelled)])
    #expect(transport.counters.cancelled == 1)
  }

  @Test func `cancelling from inside an event makes the end the next event`() {
    let transport = FakeTransport()
    transport.on(Self.url, .ok(Self.body))
    let log = TransportLog { log, line in
      if line == .head(200) { log.handle.cancel() }
    }
    start(transport, log)
    #expect(log.lines == [.head(200), .failure(.cancelled)])
    #expect(log.maximumDepth == 1)
  }

  @Test func `cancelling after the end does nothing`() {
    let transport = FakeTransport()
    transport.on(Self.url, .status(200))
    let log = TransportLog()
    start(transport, log)
    log.handle.cancel()
    #expect(log.lines == [.head(200), .success])
    #expect(transport.counters.cancelled == 0)
  }

  @Test func `a release lets a held answer through`() {
    let transport = FakeTransport()
    transport.on(Self.url, FakeAnswer([.head(HTTPResponseHead(status: 200)), .hold, .body([1]), .hold, .body([2])]))
    let log = TransportLog()
    start(transport, log)
    #expect(log.lines == [.head(200)])
    transport.release(Self.url)
    #expect(log.bytes == [1])
    transport.release(Self.url)
    #expect(log.bytes == [1, 2])
    #expect(log.lines.last == .success)
  }

  @Test func `it pauses above the limit until bytes are consumed`() {
    let transport = FakeTransport(pausesAbove: .bytes(25_000))
    transport.on(Self.url, .ok(Self.body, partSize: 10_000))
    let log = TransportLog(acknowledges: false)
    start(transport, log)
    #expect(log.bytes.count == 30_000)
    log.handle.consumed(1)
    #expect(log.bytes.count == 30_000)
    log.handle.consumed(5_000)
    #expect(log.bytes.count == 40_000)
    log.handle.consumed(100_000)
    #expect(log.bytes == Self.body)
    #expect(log.lines.last == .success)
  }

  @Test func `stepping delivers one event at a time, the transfers in turn`() {
    let transport = FakeTransport(.stepped)
    transport.onEverythingElse { _ in .ok([1, 2], partSize: 1) }
    let order = Locked<[String]>([])
    for name in ["a", "b"] {
      start(transport, TransportLog { _, line in order.withLock { $0.append("\(name) \(line)") } }, url: name)
    }
    #expect(order.withLock { $0 } == [])
    #expect(transport.step())
    #expect(transport.step())
    #expect(order.withLock { $0 } == ["a head(200)", "b head(200)"])
    #expect(transport.step("b"))
    #expect(order.withLock { $0.last } == "b body(1)")
    #expect(transport.stepAll() == 5)
    #expect(!transport.step())
    #expect(transport.counters.finished == 2)
  }

  @Test func `a cancel in the stepped way is heard at the next step`() {
    let transport = FakeTransport(.stepped)
    transport.on(Self.url, .ok(Self.body))
    let log = TransportLog()
    start(transport, log)
    transport.step()
    log.handle.cancel()
    #expect(log.lines == [.head(200)])
    #expect(transport.stepAll() == 1)
    #expect(log.lines == [.head(200), .failure(.cancelled)])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `on an executor each event is a job and the seed decides the order`() {
    func order(_ seed: UInt64) -> [String] {
      let executor = ManualExecutor(seed: seed)
      let transport = FakeTransport(on: executor)
      transport.onEverythingElse { _ in .ok([1, 2, 3], partSize: 1) }
      let order = Locked<[String]>([])
      for name in ["a", "b", "c"] {
        start(transport, TransportLog { _, line in order.withLock { $0.append("\(name) \(line)") } }, url: name)
      }
      #expect(order.withLock { $0 } == [])
      executor.drain()
      return order.withLock { $0 }
    }
    for seed in 0..<200 { #expect(order(UInt64(seed)) == order(UInt64(seed))) }
    #expect(order(1).count == 15)
    #expect(Set((0..<20).map { order($0) }).count > 10)
  }

  @Test func `the contract holds when four threads cancel, consume and release`() throws {
    for seed in 0..<50 {
      let transport = FakeTransport(pausesAbove: .bytes(20_000))
      transport.on(Self.url, FakeAnswer.ok(Self.body, partSize: 5_000).held())
      let log = TransportLog(acknowledges: false)
      start(transport, log)
      let threads = try (0..<4).map { number in
        try ClientThread {
          var generator = SeededGenerator(seed: UInt64(seed * 4 + number))
          for _ in 0..<50 {
            switch Int.random(in: 0..<60, using: &generator) {
            case 0: log.handle.cancel()
            case ..<5: transport.release(Self.url)
            default: log.handle.consumed(1_000)
            }
          }
        }
      }
      for thread in threads { thread.join() }
      log.handle.cancel()
      #expect(log.maximumDepth == 1)
      let ends = log.lines.filter { $0 == .success || $0 == .failure(.cancelled) }
      #expect(ends.count == 1)
      #expect(log.lines.last == ends.first)
      #expect(log.lines.dropFirst().allSatisfy { $0 != .head(200) })
      #expect(Array(Self.body.prefix(log.bytes.count)) == log.bytes)
      #expect(transport.counters.running == 0)
    }
  }

  @Test func `a test can wait for requests of another task`() async {
    let transport = FakeTransport()
    transport.on(Self.url, .hangs)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await transport.until { $0.started == 2 } }
      start(transport, TransportLog())
      start(transport, TransportLog())
      await group.waitForAll()
    }
    #expect(transport.counters.maximumAtOnce == 2)
  }
}
