import Alula
import Testing

/// The contract of `Transport`, on the platform's own.
@Suite(.timeLimit(.minutes(1))) struct TransportTests {
  let transport = TransportUnderTest.make()

  @Test func `head, body and end come in order and once`() async throws {
    let server = try RawServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-A: 1\r\n\r\nhello")
    let recorder = transport.record(server.url("/a?b=c"))
    let metrics = try await recorder.outcome().get()
    #expect(recorder.head?.status == 200)
    #expect(recorder.head?.version == "1.1")
    #expect(recorder.head?.headers["x-a"] == "1")
    #expect(recorder.text == "hello")
    #expect(recorder.faults.isEmpty)
    #expect(metrics.bytesOnWire == .bytes(5))
    // URLSession on Linux does not tell.
    #expect(metrics.isNewConnection == TransportUnderTest.isCurl)
  }

  @Test(.enabled(if: TransportUnderTest.isCurl, "URLSession on Linux counts decoded bytes"))
  func `bytes on the wire are counted before decoding`() async throws {
    let server = try RawServer { connection in
      guard connection.readHead() != nil else { return }
      connection.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n")
      connection.write(EncodedBodies.gzip)
    }
    let recorder = transport.record(server.url())
    let metrics = try await recorder.outcome().get()
    #expect(metrics.bytesOnWire == .bytes(EncodedBodies.gzip.count))
    #expect(recorder.received == EncodedBodies.plain.utf8.count)
  }

  @Test func `a connection is used again`() async throws {
    let server = try RawServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", keepsOpen: true)
    for _ in 0..<5 { _ = try await transport.record(server.url()).outcome().get() }
    #expect(server.accepted == 1)
    #expect(try await transport.record(server.url()).outcome().get().isNewConnection == false)
  }

  @Test func `the request says what it was given`() async throws {
    let heads = Locked<[String]>([])
    let server = try RawServer { connection in
      while let head = connection.readHead() {
        heads.withLock { $0.append(head) }
        connection.write("HTTP/1.1 204 No Content\r\n\r\n")
      }
    }
    var request = TransportRequest(url: server.url("/p%20q?x=1"))
    request.headers.append("X-One", "1")
    request.headers.append("User-Agent", "test")
    _ = try await transport.record(request).outcome().get()
    let head = try #require(heads.withLock { $0.first })
    #expect(head.hasPrefix("GET /p%20q?x=1 HTTP/1.1\r\n"))
    #expect(head.contains("X-One: 1\r\n"))
    #expect(head.contains("User-Agent: test\r\n"))
    #expect(!head.lowercased().contains("cookie"))
  }

  @Test func `a POST sends its body`() async throws {
    let server = try RawServer { connection in
      guard connection.readHead()?.hasPrefix("POST / ") == true else { return }
      let body = String(decoding: connection.readBody(7), as: UTF8.self)
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n\(body)")
    }
    let request = TransportRequest(url: server.url(), method: "POST", body: Array("content".utf8))
    let recorder = transport.record(request)
    _ = try await recorder.outcome().get()
    #expect(recorder.text == "content")
  }

  @Test func `HEAD has no body, whatever its length says`() async throws {
    let server = try RawServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n", keepsOpen: true)
    let recorder = transport.record(TransportRequest(url: server.url(), method: "HEAD"))
    _ = try await recorder.outcome().get()
    #expect(recorder.head?.headers["Content-Length"] == "500")
    #expect(recorder.received == 0)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect is reported and not followed`(status: Int) async throws {
    let answer = "HTTP/1.1 \(status) Moved\r\nLocation: ../there\r\nContent-Length: 0\r\n\r\n"
    let server = try RawServer(answer: answer, keepsOpen: true)
    let recorder = transport.record(server.url("/a/b"))
    _ = try await recorder.outcome().get()
    #expect(recorder.head?.status == status)
    #expect(recorder.head?.headers["Location"] == "../there")
    #expect(recorder.faults.isEmpty)
    #expect(server.accepted == 1)
  }

  @Test(arguments: ["Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"1\"", "Bearer", "Negotiate"])
  func `401 is an answer like any other`(challenge: String) async throws {
    let answer = "HTTP/1.1 401 No\r\nWWW-Authenticate: \(challenge)\r\nContent-Length: 3\r\n\r\nwho"
    let server = try RawServer(answer: answer, keepsOpen: true)
    let recorder = transport.record(server.url())
    _ = try await recorder.outcome().get()
    #expect(recorder.head?.status == 401)
    #expect(recorder.faults.isEmpty)
  }

  @Test func `a refused connection is cannotConnect`() async throws {
    let port = try RawSocket.closedPort()
    #expect(await transport.record("http://127.0.0.1:\(port)/").failure() == .cannotConnect)
  }

  @Test(.enabled(if: TransportUnderTest.isCurl, "URLSession on Linux takes no IPv6 address"))
  func `an IPv6 address is a host`() async throws {
    let server = try RawServer(isIPv6: true) { connection in
      guard connection.readHead()?.contains("Host: [::1]:") == true else { return }
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n6")
    }
    let recorder = transport.record(server.url())
    _ = try await recorder.outcome().get()
    #expect(recorder.text == "6")
  }

  @Test func `an unknown host is cannotResolveHost`() async throws {
    #expect(await transport.record("http://no-such-host.invalid/").failure() == .cannotResolveHost)
  }

  @Test func `many requests at once all end`() async throws {
    let server = try RawServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc", keepsOpen: true)
    let recorders = (0..<100).map { _ in transport.record(server.url()) }
    for recorder in recorders {
      _ = try await recorder.outcome().get()
      #expect(recorder.text == "abc")
      #expect(recorder.faults.isEmpty)
    }
  }
}
