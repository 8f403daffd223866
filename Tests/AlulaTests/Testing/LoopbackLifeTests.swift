import Alula
import AlulaTesting
import Foundation
import Testing

@Suite struct LoopbackLifeTests {
  @Test func `counters are exact under 64 clients at once`() throws {
    let server = try LoopbackServer()
    let body = [UInt8](repeating: 7, count: 777)
    server.on(prefix: "/") { _ in .ok(body) }
    let received = Locked(0)
    let port = server.port
    let threads = try (0..<64).map { number in
      try ClientThread {
        guard let client = try? RawClient(port: port) else { return }
        for turn in 0..<50 {
          guard let answer = try? client.fetch("/\(number)/\(turn % 5)") else { return }
          received.withLock { $0 += answer.body.count }
        }
      }
    }
    for thread in threads { thread.join() }
    #expect(received.withLock { $0 } == 64 * 50 * 777)
    let counters = server.counters
    #expect(counters.requests == 64 * 50)
    #expect(counters.responses == 64 * 50)
    #expect(counters.requestsNow == 0)
    #expect(counters.bodyBytesSent == .bytes(64 * 50 * 777))
    #expect(counters.connectionsOpened == 64)
    #expect(counters.clientClosedEarly == 0)
    #expect(counters.maximumRequestsAtOnce <= 64)
    #expect(server.counters(for: "/3/4").requests == 10)
    #expect(server.counters(prefix: "/").requests == 64 * 50)
    #expect(server.requests.count == 64 * 50)
  }

  @Test func `300 connections are held and answered at once`() async throws {
    let server = try LoopbackServer()
    server.on("/a", .text("x"))
    server.hold("/a")
    let clients = try (0..<300).map { _ in try RawClient(port: server.port) }
    for client in clients { client.get("/a") }
    await server.until(.requests(300))
    #expect(server.counters.maximumRequestsAtOnce == 300)
    #expect(server.counters.connectionsNow == 300)
    server.release("/a")
    for client in clients { #expect(try client.readAnswer().text == "x") }
  }

  @Test func `more connections than the limit wait until one closes`() async throws {
    var options = LoopbackOptions()
    options.maximumConnections = 2
    let server = try LoopbackServer(options: options)
    server.on("/a", .text("x"))
    let clients = try (0..<3).map { _ in try RawClient(port: server.port) }
    #expect(try clients[0].fetch("/a").text == "x")
    #expect(try clients[1].fetch("/a").text == "x")
    clients[2].get("/a")
    clients[0].close()
    #expect(try clients[2].readAnswer().text == "x")
    #expect(server.counters.maximumConnectionsAtOnce == 2)
  }

  @Test func `stop closes open connections and gives the port back`() async throws {
    let server = try LoopbackServer()
    let port = server.port
    server.hold("/held")
    let held = try RawClient(port: port)
    held.get("/held")
    let idle = try RawClient(port: port)
    await server.until(.connectionsOpened(2))
    await server.until(.requests(1))
    server.stop()
    server.stop()
    #expect(held.readAll() == [])
    #expect(idle.readAll() == [])
    #expect(server.counters.connectionsNow == 0)
    #expect(server.counters.requestsNow == 0)
    #expect(throws: (any Error).self) { try RawClient(port: port) }
    var options = LoopbackOptions()
    options.port = port
    #expect(try LoopbackServer(options: options).port == port)
  }

  @Test func `no server has the port that another one had`() throws {
    var ports: Set<UInt16> = []
    for _ in 0..<300 {
      let server = try LoopbackServer()
      server.stop()
      #expect(ports.insert(server.port).inserted)
    }
  }

  @Test func `a port that is taken is an error`() throws {
    let server = try LoopbackServer()
    var options = LoopbackOptions()
    options.port = server.port
    let error = #expect(throws: LoopbackError.self) { try LoopbackServer(options: options) }
    #expect(error?.call == "bind")
    #expect(error?.code == EADDRINUSE)
  }

  @Test func `letting go of the server stops it`() throws {
    var server: LoopbackServer? = try LoopbackServer()
    let client = try RawClient(port: try #require(server).port)
    _ = try client.fetch("/")
    server = nil
    #expect(client.readAll() == [])
  }

  @Test func `a handler may stop its own server`() throws {
    let server = try LoopbackServer()
    server.on("/stop") { [weak server] _ in
      server?.stop()
      return .text("bye")
    }
    let client = try RawClient(port: server.port)
    client.get("/stop")
    _ = client.readAll()
    #expect(server.counters.requests == 1)
  }

  // In a process of its own, because other suites open descriptors at the same time. Skipped where there is no /proc.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd"), "needs /proc"))
  func `stop gives back every descriptor and thread`() async {
    await #expect(processExitsWith: .success) {
      try LoopbackLifeTests.serveAndStop()
      let descriptors = try LoopbackLifeTests.count("/proc/self/fd")
      let threads = try LoopbackLifeTests.count("/proc/self/task")
      for _ in 0..<20 { try LoopbackLifeTests.serveAndStop() }
      #expect(try LoopbackLifeTests.count("/proc/self/fd") == descriptors)
      #expect(try LoopbackLifeTests.count("/proc/self/task") <= threads)
    }
  }

  private static func count(_ folder: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: folder).count
  }

  /// Leaves by every way at once: answered, held, cut, half sent, gone.
  private static func serveAndStop() throws {
    let server = try LoopbackServer()
    server.hold("/held")
    server.on("/cut", LoopbackResponse.text("abc").cut(after: 1, by: .resets))
    let clients = try (0..<20).map { _ in try RawClient(port: server.port) }
    for client in clients { _ = try client.fetch("/") }
    clients[0].get("/held")
    clients[1].get("/cut")
    clients[2].send("GET /half")
    clients[3].close()
    clients[4].reset()
    server.stop()
  }
}
