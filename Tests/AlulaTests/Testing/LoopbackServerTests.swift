import Alula
import AlulaTesting
import Testing

@Suite struct LoopbackServerTests {
  private let server: LoopbackServer

  init() throws { server = try LoopbackServer() }

  @Test func `an unknown target is answered with 404`() throws {
    let answer = try RawClient(port: server.port).fetch("/nowhere")
    #expect(answer.status == 404)
    #expect(answer.reason == "Not Found")
  }

  @Test func `one connection serves many requests in turn`() throws {
    server.on("/a", .text("first"))
    server.on("/b", .text("second"))
    let client = try RawClient(port: server.port)
    #expect(try client.fetch("/a").text == "first")
    #expect(try client.fetch("/b").text == "second")
    #expect(try client.fetch("/a").text == "first")
    #expect(server.counters.connectionsOpened == 1)
    #expect(server.counters.requests == 3)
  }

  @Test func `pipelined requests are answered in order`() throws {
    server.on(prefix: "/") { .text($0.target) }
    let client = try RawClient(port: server.port)
    client.send((0..<200).map { "GET /\($0) HTTP/1.1\r\nHost: test\r\n\r\n" }.joined())
    for number in 0..<200 { #expect(try client.readAnswer().text == "/\(number)") }
  }

  @Test func `a list of responses is given out in order and the last one repeats`() throws {
    server.on("/a", [.status(503), .status(500), .text("done")])
    let client = try RawClient(port: server.port)
    #expect(try (0..<4).map { _ in try client.fetch("/a").status } == [503, 500, 200, 200])
  }

  @Test func `an exact route goes before a prefix and the longest prefix wins`() throws {
    server.on("/icons/1", .text("exact"))
    server.on(prefix: "/icons/") { _ in .text("long") }
    server.on(prefix: "/") { _ in .text("short") }
    let client = try RawClient(port: server.port)
    #expect(try client.fetch("/icons/1").text == "exact")
    #expect(try client.fetch("/icons/2").text == "long")
    #expect(try client.fetch("/other").text == "short")
    #expect(server.counters(prefix: "/icons/").requests == 1)
  }

  @Test func `the target is matched and recorded as it was sent`() throws {
    server.on("/%EB%8B%AC?a=b%20c&d", .text("found"))
    let client = try RawClient(port: server.port)
    #expect(try client.fetch("/%EB%8B%AC?a=b%20c&d").text == "found")
    #expect(try client.fetch("/%eb%8b%ac?a=b%20c&d").status == 404)
    #expect(server.requests.map(\.target) == ["/%EB%8B%AC?a=b%20c&d", "/%eb%8b%ac?a=b%20c&d"])
    #expect(server.requests[0].path == "/%EB%8B%AC")
    #expect(server.requests[0].query == "a=b%20c&d")
  }

  @Test func `method, fields in order and body of a request are recorded`() throws {
    let client = try RawClient(port: server.port)
    client.send("POST /p HTTP/1.1\r\nHost: h\r\nX-A: 1\r\nx-a:  2 \r\nContent-Length: 5\r\n\r\nhello")
    _ = try client.readAnswer()
    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request.headers.map(\.name) == ["Host", "X-A", "x-a", "Content-Length"])
    #expect(request.headers.values("X-A") == ["1", "2"])
    #expect(request.body == Array("hello".utf8))
  }

  @Test func `a chunked request body is put together`() throws {
    server.on("/p") { .text(String(decoding: $0.body, as: UTF8.self)) }
    let client = try RawClient(port: server.port)
    client.send("POST /p HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nab")
    client.send("c\r\n0a;x=y\r\n0123456789\r\n0\r\nT: 1\r\n\r\nGET /p HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(try client.readAnswer().text == "abc0123456789")
    #expect(try client.readAnswer().text == "")
  }

  @Test func `a client that waits for 100 Continue gets it`() throws {
    server.on("/p") { .text("\($0.body.count)") }
    let client = try RawClient(port: server.port)
    client.send("POST /p HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
    #expect(try client.readAnswer().status == 100)
    client.send("abc")
    #expect(try client.readAnswer().text == "3")
  }

  @Test(arguments: [
    "Connection: close\r\n", "Connection: x, Close\r\n",
  ])
  func `a client that asks for the end of the connection gets it`(fields: String) throws {
    server.on("/a", .text("x"))
    let client = try RawClient(port: server.port)
    #expect(try client.fetch("/a", fields)["Connection"] == "close")
    #expect(client.readAll() == [])
    #expect(client.end == .finished)
  }

  @Test func `an HTTP 1_0 client gets the end of the connection`() throws {
    let client = try RawClient(port: server.port)
    client.send("GET / HTTP/1.0\r\n\r\n")
    #expect(try client.readAnswer().status == 404)
    #expect(client.readAll() == [])
  }

  // Skipped where the machine has no ::1.
  @Test(.enabled(if: (try? LoopbackServer(options: .onBoth)) != nil, "this machine has no ::1"))
  func `the server listens on IPv6 when asked to`() throws {
    let server = try LoopbackServer(options: .onBoth)
    server.on("/a", .text("six"))
    #expect(try RawClient(port: server.port, ipv6: true).fetch("/a").text == "six")
    #expect(try RawClient(port: server.port).fetch("/a").text == "six")
  }

  @Test(arguments: [
    "GET\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", "G T / HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", "GET / HTTP/1.1\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: \u{1}\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "\u{16}\u{3}\u{1}garbage\r\n\r\n",
  ])
  func `a request that is not HTTP is answered with 400 and the end`(text: String) throws {
    let client = try RawClient(port: server.port)
    client.send(text)
    #expect(try client.readAnswer().status == 400)
    #expect(client.readAll() == [])
    #expect(server.counters.refusedRequests == 1)
    #expect(try RawClient(port: server.port).fetch("/").status == 404)
  }

  @Test func `a head over the limit is answered with 431`() throws {
    let client = try RawClient(port: server.port)
    client.send("GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 70_000))
    #expect(try client.readAnswer().status == 431)
  }

  @Test func `a body over the limit is answered with 413`() throws {
    let client = try RawClient(port: server.port)
    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 64000001\r\n\r\n")
    #expect(try client.readAnswer().status == 413)
  }
}

extension LoopbackOptions {
  fileprivate static var onBoth: LoopbackOptions {
    var options = LoopbackOptions()
    options.listensOnIPv6 = true
    return options
  }
}
