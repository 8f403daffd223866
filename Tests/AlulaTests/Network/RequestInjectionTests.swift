import Alula
import Testing

/// Nothing that a caller puts in may become a second header or a second request.
@Suite(.timeLimit(.minutes(1))) struct RequestInjectionTests {
  let transport = TransportUnderTest.make()

  @Test(arguments: [
    ("X-A", "1\r\nX-B: 2"), ("X-A", "1\nX-B: 2"), ("X-A", "1\u{0}2"), ("X-A", "1\r"), ("X-A: 1\r\nX-B", "2"),
    ("X A", "1"), ("", "1"), ("X-A:", "1"), ("Content-Length", "5"), ("transfer-encoding", "chunked"), ("X-é", "1"),
  ])
  func `a header that is not one line is refused before anything is sent`(name: String, value: String) async throws {
    let server = try RawServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    let recorder = transport.record(TransportRequest(url: server.url(), headers: [name: value]))
    #expect(await recorder.failure() == .invalidRequest)
    #expect(server.accepted == 0)
  }

  @Test(arguments: ["", "GET /", "GET\r\nX: 1", "G\u{0}"])
  func `a method that is no token is refused`(method: String) async throws {
    let server = try RawServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    let recorder = transport.record(TransportRequest(url: server.url(), method: method))
    #expect(await recorder.failure() == .invalidRequest)
    #expect(server.accepted == 0)
  }

  @Test(arguments: [
    "", "/a", "example.com", "ftp://127.0.0.1/", "file:///etc/passwd", "data:,x", "http://", "http://127.0.0.1/a b",
    "http://127.0.0.1/\r\nX: 1", "http://127.0.0.1/\u{0}", "http://127.0.0.1/ü", "http://127.0.0.1:99999/",
  ])
  func `a URL that is not absolute, encoded http or https is refused`(url: String) async {
    #expect(await transport.record(url).failure() == .invalidRequest)
  }

  @Test func `a line break in the configured user agent starts no header`() async throws {
    let heads = Locked<[String]>([])
    let server = try RawServer { connection in
      heads.withLock { $0.append(connection.readHead() ?? "") }
      connection.write("HTTP/1.1 204 No Content\r\n\r\n")
    }
    _ = await TransportUnderTest.make(userAgent: "a\r\nX-B: 2").record(server.url()).outcome()
    let head = try #require(heads.withLock { $0.first })
    #expect(head.contains("User-Agent: aX-B: 2\r\n"))
  }

  @Test(.enabled(if: TransportUnderTest.isCurl, "URLSession drops or changes it"))
  func `an empty header value is sent as such`() async throws {
    let heads = Locked<[String]>([])
    let server = try RawServer { connection in
      heads.withLock { $0.append(connection.readHead() ?? "") }
      connection.write("HTTP/1.1 204 No Content\r\n\r\n")
    }
    _ = await transport.record(TransportRequest(url: server.url(), headers: ["X-Empty": ""])).outcome()
    let head = try #require(heads.withLock { $0.first })
    #expect(head.contains("\r\nX-Empty:\r\n"))
  }

  @Test(.enabled(if: TransportUnderTest.isCurl, "URLSession answers challenges from the URL"))
  func `a password in the URL is not sent`() async throws {
    let heads = Locked<[String]>([])
    let server = try RawServer { connection in
      heads.withLock { $0.append(connection.readHead() ?? "") }
      connection.write("HTTP/1.1 204 No Content\r\n\r\n")
    }
    let url = server.url().replacing("http://", with: "http://user:secret@")
    _ = await transport.record(url).outcome()
    let head = try #require(heads.withLock { $0.first })
    #expect(!head.contains("Authorization"))
  }
}
