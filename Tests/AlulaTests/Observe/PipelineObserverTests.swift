import AlulaTesting
import Foundation
import Testing

@testable import Alula

@Suite struct PipelineObserverTests {
  private let book = EventBook()
  private let bench: LoadingBench

  init() throws {
    bench = try LoadingBench { [book] in $0.observer = book }
    bench.server.on("/a.png", LoadingBench.pictureResponse)
  }

  private static let steps = [
    "asked", "waiting", "sent", "firstByte", "received", "decided", "decodeQueued", "decodeBegan", "decodeEnded",
    "delivered",
  ]

  @Test func `a load over the network is told step by step, in the order of time`() async throws {
    _ = try await bench.image("/a.png")
    #expect(book.kinds(of: 1).map(\.name) == Self.steps)
    #expect(book.events.count == Self.steps.count)
    #expect(book.kinds(of: 1).contains(.firstByte(status: 200)))
    #expect(book.kinds(of: 1).contains(.received(ByteCount(LoadingBench.picture.count))))
    #expect(book.kinds(of: 1).last == .delivered(.network))
    let times = book.events.map(\.time)
    #expect(times == times.sorted())
    #expect(Set(book.events.map(\.host)) == ["127.0.0.1:\(bench.server.port)"])
  }

  @Test func `an answer of memory is one event, to each who asks`() async throws {
    _ = try await bench.image("/a.png")
    let loaded = book.events.count
    _ = try await bench.image("/a.png")
    #expect(bench.pipeline.cachedImage(for: try bench.request("/a.png")) != nil)
    _ = try await bench.pipeline.task(for: try bench.request("/a.png")).response
    let hits = book.events.dropFirst(loaded)
    #expect(hits.map(\.kind) == [PipelineEvent.Kind](repeating: .memoryHit(isStale: false), count: 3))
    #expect(hits.map(\.number) == [2, 3, 4])
  }

  @Test func `who joins a load is told whose it is, and the work once`() async throws {
    bench.server.hold("/a.png")
    async let first = bench.image("/a.png")
    await bench.server.until(.requests(1))
    async let second = bench.image("/a.png")
    async let smaller = bench.image("/a.png", size: .pixels(16, 12))
    await book.until(2) { $0.isJoined }
    bench.server.release("/a.png")
    _ = try await (first, second, smaller)
    #expect(book.kinds(of: 1).map(\.name) == Self.steps)
    #expect(book.count { $0 == .joined(number: 1) } == 2)
    #expect(book.count { $0 == .sent } == 1)
    #expect(book.count { $0.isDelivered } == 3)
  }

  @Test func `a redirect is two decisions, and a failure is told by its kind`() async throws {
    bench.server.on("/old", .redirect(to: "/gone"))
    #expect(await bench.failure("/old") == .status(404))
    let kinds = book.kinds(of: 1)
    #expect(kinds.count { if case .decided = $0 { true } else { false } } == 2)
    #expect(
      kinds.filter { if case .firstByte = $0 { true } else { false } } == [
        .firstByte(status: 302), .firstByte(status: 404),
      ])
    #expect(kinds.last == .failed(.status(404)))
  }

  @Test func `who leaves is told at once, and then what came for nothing`() async throws {
    bench.server.hold("/a.png")
    let task = bench.pipeline.task(for: try bench.request("/a.png"))
    await bench.server.until(.requests(1))
    task.cancel()
    await book.until { $0.isAbandoned }
    let kinds = book.kinds(of: 1).map(\.name)
    #expect(kinds == ["asked", "waiting", "sent", "cancelled", "received", "abandoned"])
  }

  @Test func `files and data are told without a path`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(component: "secret.png")
    try Data(LoadingBench.picture).write(to: file)
    _ = try await bench.pipeline.image(for: ImageRequest(path: file.path))
    _ = try await bench.pipeline.image(for: ImageRequest(data: Data(LoadingBench.picture)))
    #expect(book.kinds(of: 1).last == .delivered(.file))
    #expect(book.kinds(of: 2).last == .delivered(.data))
    #expect(Set(book.events.map(\.host)) == ["file", "data"])
    #expect(!"\(book.events)".contains("secret"))
  }

  @Test func `no event and no line of a log names a path, a query, a user or a header field`() async throws {
    let lines = Locked<[String]>([])
    let log = LogObserver { level, message, metadata in
      lines.withLock { $0.append("\(level) \(message) \(metadata)") }
    }
    for target in ["/secret.png?secret=1", "/secret/moved?secret", "/secret/page", "/secret/cut"] {
      var request = try ImageRequest(bench.server.url(target).replacing("http://", with: "http://secret:secret@"))
      request.headers = ["X-Secret": "secret"]
      request.partition = CachePartition("secret")
      bench.server.on(target, LoadingBench.pictureResponse)
      if target == "/secret/moved?secret" { bench.server.on(target, .redirect(to: "/secret.png?secret=1")) }
      if target == "/secret/page" { bench.server.on(target, .text("<html>")) }
      if target == "/secret/cut" { bench.server.on(target, LoadingBench.pictureResponse.cut(after: 40)) }
      _ = try? await bench.pipeline.image(for: request)
    }
    for event in book.events { log.observe(event) }
    #expect(book.events.count > 20)
    #expect(lines.withLock { $0.count } == book.events.count)
    #expect(!"\(book.events)".contains("secret"))
    #expect(!"\(lines.withLock { $0 })".contains("secret"))
  }

  @Test func `a log takes lines of its level and above, with figures as metadata`() {
    let lines = Locked<[String]>([])
    let log = LogObserver(minimumLevel: .info) { level, message, metadata in
      let details = metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
      lines.withLock { $0.append("\(level) \(message) \(details)") }
    }
    let kinds: [PipelineEvent.Kind] = [
      .asked, .sent, .retrying(attempt: 2, after: .milliseconds(1500)), .failed(.status(503)), .cancelled,
      .delivered(.disk),
    ]
    for kind in kinds { log.observe(PipelineEvent(number: 7, host: "a.example", time: .zero, kind: kind)) }
    #expect(
      lines.withLock { $0 } == [
        "notice retrying attempt=2 delay_ms=1500 host=a.example request=7",
        "warning failed error=status(503) host=a.example request=7",
        "info cancelled host=a.example request=7",
        "info delivered host=a.example request=7 source=disk",
      ])
  }
}
