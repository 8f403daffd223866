import Alula
import AlulaTesting
import Testing

@Suite struct LoopbackResponseTests {
  private let server: LoopbackServer
  private static let body = (0..<1_000).map { UInt8($0 % 251) }

  init() throws { server = try LoopbackServer() }

  @Test func `fields go out in order with repeats kept and nothing added but the framing`() throws {
    var response = LoopbackResponse(299, headers: ["A": "1", "B": "2"], body: .text("x"))
    response.headers.append("A", "3")
    response.reason = "Odd"
    server.on("/a", response)
    let answer = try RawClient(port: server.port).fetch("/a")
    #expect(answer.fields == ["A: 1", "B: 2", "A: 3", "Content-Length: 1"])
    #expect(answer.reason == "Odd")
  }

  @Test func `HEAD gets the same head without a body`() throws {
    server.on("/a", .ok(Self.body))
    let client = try RawClient(port: server.port)
    #expect(try client.fetch("/a", method: "HEAD")["Content-Length"] == "1000")
    #expect(try client.fetch("/a").body == Self.body)
    #expect(server.counters.bodyBytesSent == .bytes(1_000))
  }

  @Test(arguments: [204, 304])
  func `a status without a body sends none`(status: Int) throws {
    server.on("/a", LoopbackResponse(status, body: .text("no")))
    let client = try RawClient(port: server.port)
    #expect(try client.fetch("/a")["Content-Length"] == nil)
    #expect(try client.fetch("/a").status == status)
  }

  @Test func `chunks have the sizes that were asked for and trailers follow`() throws {
    server.on(
      "/a",
      LoopbackResponse(body: .bytes(Self.body)).with {
        $0.framing = .chunked(sizes: [1, 2, 300])
        $0.trailers = ["T": "end"]
      })
    let client = try RawClient(port: server.port)
    for _ in 0..<2 {
      let answer = try client.fetch("/a")
      #expect(answer.chunks == [1, 2, 300, 300, 300, 97])
      #expect(answer.body == Self.body)
      #expect(answer.trailers == ["T: end"])
    }
    #expect(server.counters.bodyBytesSent == .bytes(2_000))
  }

  @Test func `a body until the end of the connection has no length`() throws {
    server.on("/a", LoopbackResponse(body: .bytes(Self.body)).with { $0.framing = .untilClose })
    let client = try RawClient(port: server.port)
    let answer = try client.fetch("/a")
    #expect(answer.body == Self.body)
    #expect(answer.fields == ["Connection: close"])
    #expect(client.end == .finished)
  }

  @Test(arguments: [LoopbackResponse.Framing.contentLength, .chunked, .chunked(sizes: [100])])
  func `a cut by FIN ends orderly after exactly that many bytes`(framing: LoopbackResponse.Framing) throws {
    server.on("/a", LoopbackResponse(body: .bytes(Self.body)).with { $0.framing = framing }.cut(after: 123))
    let client = try RawClient(port: server.port)
    client.get("/a")
    let answer = try client.readAnswer()
    #expect(answer["Connection"] == nil)
    #expect(server.counters.bodyBytesSent == .bytes(123))
    if framing == .contentLength { #expect(answer.body == Array(Self.body.prefix(123))) }
    _ = client.readAll()
    #expect(client.end == .finished)
    #expect(server.counters.responses == 1)
  }

  @Test func `a cut by RST resets the connection`() throws {
    server.on("/a", LoopbackResponse.ok(Self.body).cut(after: 123, by: .resets))
    let client = try RawClient(port: server.port)
    client.get("/a")
    _ = client.readAll()
    #expect(client.end == .reset)
    #expect(server.counters.bodyBytesSent == .bytes(123))
  }

  @Test(arguments: [10, 2_000])
  func `a declared length may differ from what is sent`(length: Int) throws {
    server.on("/a", LoopbackResponse.ok(Self.body).with { $0.declaredLength = length })
    let client = try RawClient(port: server.port)
    client.get("/a")
    #expect(try client.readAnswer(hasBody: false)["Content-Length"] == "\(length)")
    #expect(client.readAll() == Self.body)
  }

  @Test func `raw bytes go out as they are`() throws {
    server.on("/a", .raw("HTTP/1.1 banana\n\n\u{0}"))
    let client = try RawClient(port: server.port)
    client.get("/a")
    #expect(client.readAll() == Array("HTTP/1.1 banana\n\n\u{0}".utf8))
    #expect(client.end == .finished)
  }

  @Test func `interim responses come before the final one`() throws {
    server.on("/a", LoopbackResponse.text("x").with { $0.interim = [.init(102), .init(103, headers: ["Link": "l"])] })
    let client = try RawClient(port: server.port)
    client.get("/a")
    #expect(try client.readAnswer().reason == "Processing")
    #expect(try client.readAnswer()["Link"] == "l")
    #expect(try client.readAnswer().text == "x")
  }

  @Test func `a large body is made while it is sent`() throws {
    let count = 64_000_000
    server.on("/a", LoopbackResponse(body: .pattern(count: count)))
    let client = try RawClient(port: server.port)
    client.get("/a")
    _ = try client.readAnswer(hasBody: false)
    var offset = 0
    while offset < count {
      let part = client.read(min(1_000_000, count - offset))
      guard part.first == UInt8(offset % 251), part.count == min(1_000_000, count - offset) else { break }
      offset += part.count
    }
    #expect(offset == count)
    #expect(server.counters.bodyBytesSent == .bytes(count))
  }

  @Test func `a generator that gives too few bytes is filled up with zeros`() throws {
    server.on("/a", LoopbackResponse(body: .generated(count: 5) { _ in [1, 2] }))
    #expect(try RawClient(port: server.port).fetch("/a").body == [1, 2, 0, 0, 0])
  }

  @Test func `a throttled body comes whole and in order`() throws {
    let response = LoopbackResponse.ok(Self.body).with { $0.bytesPerSecond = .bytes(20_000) }
    server.on("/a", response)
    #expect(try RawClient(port: server.port).fetch("/a").body == Self.body)
  }

  @Test func `delays before the head and between pieces keep the bytes as they are`() throws {
    server.on(
      "/a",
      LoopbackResponse.ok(Self.body).with {
        $0.delay = .milliseconds(2)
        $0.pieceSize = 400
        $0.delayBetweenPieces = .milliseconds(2)
      })
    let client = try RawClient(port: server.port)
    #expect(try client.fetch("/a").body == Self.body)
    #expect(try client.fetch("/a").body == Self.body)
  }

  @Test func `a redirect has its location as given`() throws {
    server.on("/a", .redirect(to: "../b?x=%20", status: 307))
    let answer = try RawClient(port: server.port).fetch("/a")
    #expect(answer.status == 307)
    #expect(answer["Location"] == "../b?x=%20")
  }
}
