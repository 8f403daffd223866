import Alula
import AlulaTesting
import Testing

@Suite struct LoopbackLatchTests {
  private let server: LoopbackServer

  init() throws { server = try LoopbackServer() }

  @Test func `a held target answers after its release and not before`() async throws {
    server.on("/a", .text("a"))
    server.on("/b", .text("b"))
    server.hold("/a")
    let held = try RawClient(port: server.port)
    held.get("/a")
    await server.until(.requests(1))
    #expect(try RawClient(port: server.port).fetch("/b").text == "b")
    #expect(server.counters(for: "/a").requestsNow == 1)
    #expect(server.counters.bytesOnWire == server.counters(for: "/b").bytesOnWire)
    server.release("/a")
    #expect(try held.readAnswer().text == "a")
    #expect(try held.fetch("/a").text == "a")
  }

  @Test func `a held prefix holds everything under it`() async throws {
    server.on(prefix: "/") { .text($0.target) }
    server.hold(prefix: "/icons/")
    let clients = try (0..<5).map { _ in try RawClient(port: server.port) }
    for (number, client) in clients.enumerated() { client.get("/icons/\(number)") }
    #expect(await server.requests(reaching: 5).count == 5)
    #expect(server.counters.responses == 0)
    server.releaseAll()
    for (number, client) in clients.enumerated() { #expect(try client.readAnswer().text == "/icons/\(number)") }
    #expect(server.counters.maximumRequestsAtOnce == 5)
  }

  @Test func `a latch in the body stops exactly there`() throws {
    let latch = Latch()
    let body = (0..<1_000).map { UInt8($0 % 251) }
    server.on("/a", LoopbackResponse.ok(body).with { $0.bodyLatches = [400: latch] })
    let client = try RawClient(port: server.port)
    client.get("/a")
    _ = try client.readAnswer(hasBody: false)
    #expect(client.read(400) == Array(body.prefix(400)))
    #expect(server.counters.bodyBytesSent == .bytes(400))
    latch.open()
    #expect(client.read(600) == Array(body.suffix(600)))
  }

  @Test func `a latch that is open already holds nothing`() throws {
    let latch = Latch()
    latch.open()
    server.on("/a", .text("x").hold(until: latch))
    #expect(try RawClient(port: server.port).fetch("/a").text == "x")
  }

  @Test(arguments: [true, false])
  func `a client that leaves while it is held is noticed`(byReset: Bool) async throws {
    server.hold("/a")
    let client = try RawClient(port: server.port)
    client.get("/a")
    await server.until(.requests(1))
    byReset ? client.reset() : client.close()
    #expect(await server.until(.clientCloses(1)))
    #expect(await server.until(.connections(atMost: 0)))
    #expect(server.counters(for: "/a").clientClosedEarly == 1)
    #expect(server.counters(for: "/a").requestsNow == 0)
    #expect(server.counters.responses == 0)
    #expect(
      server.events.map(\.kind) == [
        .opened, .request(method: "GET", target: "/a"), .clientClosed(early: true), .closed,
      ])
  }

  @Test func `a client that sends more than is read and resets is noticed`() async throws {
    server.hold("/a")
    let client = try RawClient(port: server.port)
    client.get("/a")
    await server.until(.requests(1))
    // More than the server reads ahead, and little enough for the system's buffers: the client is not blocked.
    client.send([UInt8](repeating: 65, count: 1_200_000))
    // Another connection that is answered says that the server has read from this one.
    let other = try RawClient(port: server.port)
    for _ in 0..<10 { _ = try other.fetch("/b") }
    other.close()
    client.reset()
    #expect(await server.until(.connections(atMost: 0)))
    #expect(server.counters.clientClosedEarly == 1)
  }

  @Test func `a client that leaves in the middle of a large body is noticed`() async throws {
    server.on("/a", LoopbackResponse(body: .pattern(count: 1_000_000_000)))
    let client = try RawClient(port: server.port)
    client.get("/a")
    _ = client.read(100_000)
    client.close()
    #expect(await server.until(.clientCloses(1)))
    #expect(server.counters.bodyBytesSent < .megabytes(100))
  }

  @Test func `a client that leaves between requests did not leave early`() async throws {
    let client = try RawClient(port: server.port)
    _ = try client.fetch("/")
    client.close()
    await server.until(.connections(atMost: 0))
    #expect(server.counters.clientClosedEarly == 0)
    #expect(server.events.last?.kind == .closed)
  }

  @Test func `a wait ends when its task is cancelled or the server stops`() async throws {
    let server = try LoopbackServer()
    let answers = await withTaskGroup(of: Bool.self) { group in
      group.addTask { await server.until(.requests(1)) }
      group.cancelAll()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers == [false])
    async let stopped = server.until(.requests(1))
    server.stop()
    #expect(await stopped == false)
    #expect(await server.until(.requests(1)) == false)
    #expect(await server.until(.requests(0)))
  }
}
