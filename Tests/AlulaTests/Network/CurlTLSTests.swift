#if os(Linux) && Curl
  @testable import Alula
  import Testing

  /// Certificates, pins and HTTP/2 against a real server.
  @Suite(.timeLimit(.minutes(1)), .enabled(if: NginxServer.isAvailable, "needs nginx and openssl"))
  struct CurlTLSTests {
    let server: NginxServer

    init() throws { server = try NginxServer() }

    private func transport(_ change: (inout CurlTransport.Configuration) -> Void = { _ in }) -> CurlTransport {
      var configuration = CurlTransport.Configuration()
      configuration.certificateAuthorityFile = server.certificateFile
      change(&configuration)
      return CurlTransport(configuration: configuration)
    }

    @Test func `an unknown authority is refused`() async {
      let recorder = CurlTransport().record(server.secureURL("/small"))
      #expect(await recorder.failure() == .tls)
      #expect(recorder.head == nil)
    }

    @Test func `a given authority is trusted`() async throws {
      let recorder = transport().record(server.secureURL("/small"))
      _ = try await recorder.outcome().get()
      #expect(recorder.received == 20_000)
      #expect(recorder.head?.version == "2")
    }

    @Test func `a certificate for another host is refused`() async {
      #expect(await transport().record(server.secureURL("/small", host: "127.0.0.1")).failure() == .tls)
    }

    @Test(arguments: ["/missing.pem", "/nginx.conf"])
    func `an authority file that cannot be read is an error, not trust in all`(name: String) async {
      let path = server.path(name)
      let recorder = transport { $0.certificateAuthorityFile = path }.record(server.secureURL("/small"))
      #expect(await recorder.failure() == .tls)
    }

    @Test func `a host with the right pin is let through`() async throws {
      let pins = ["sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", server.pin]
      let transport = transport { $0.pins = [.init(host: "localhost", publicKeys: pins)] }
      _ = try await transport.record(server.secureURL("/small")).outcome().get()
    }

    @Test(arguments: [
      ["sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="], [], ["nonsense"],
    ])
    func `a host without the right pin is refused`(pins: [String]) async {
      let transport = transport { $0.pins = [.init(host: "localhost", publicKeys: pins)] }
      #expect(await transport.record(server.secureURL("/small")).failure() == .tls)
    }

    @Test(arguments: ["LOCALHOST", "localhost.", "l%6fcalhost"])
    func `a pin holds however the host is written`(host: String) async {
      let transport = transport { $0.pins = [.init(host: "localhost", publicKeys: [])] }
      let failure = await transport.record(server.secureURL("/small", host: host)).failure()
      #expect(failure == .tls || failure == .invalidRequest || failure == .cannotResolveHost)
    }

    @Test func `a pin for one host does not bind another`() async throws {
      let transport = transport { $0.pins = [.init(host: "example.com", publicKeys: [])] }
      _ = try await transport.record(server.secureURL("/small")).outcome().get()
    }

    @Test func `a named host may have any certificate, others may not`() async throws {
      let transport = transport {
        $0.certificateAuthorityFile = nil
        $0.hostsWithoutCertificateChecks = ["127.0.0.1"]
      }
      _ = try await transport.record(server.secureURL("/small", host: "127.0.0.1")).outcome().get()
      #expect(await transport.record(server.secureURL("/small")).failure() == .tls)
    }

    @Test func `requests in flight share one HTTP/2 connection`() async throws {
      let transport = transport()
      let recorders = (0..<50).map { _ in transport.record(server.secureURL("/small")) }
      var connections: Set<String?> = []
      for recorder in recorders {
        _ = try await recorder.outcome().get()
        #expect(recorder.received == 20_000)
        connections.insert(recorder.head?.headers["X-Connection"])
      }
      #expect(connections.count == 1)
    }

    @Test func `without HTTP/2 it is HTTP/1.1`() async throws {
      let recorder = transport { $0.allowsHTTP2 = false }.record(server.secureURL("/small"))
      _ = try await recorder.outcome().get()
      #expect(recorder.head?.version == "1.1")
    }

    @Test func `concurrent redirects over HTTP/2 are all reported`() async throws {
      let transport = transport()
      for recorder in (0..<64).map({ _ in transport.record(server.secureURL("/moved")) }) {
        _ = try await recorder.outcome().get()
        #expect(recorder.head?.status == 302)
      }
    }

    @Test func `cancelling one HTTP/2 request leaves the others alone`() async throws {
      let transport = transport()
      let cancelled = (0..<8).map { _ in
        transport.record(server.secureURL("/large"), Recorder(keepsBody: false, onBody: { $0.cancel() }))
      }
      let kept = (0..<8).map { _ in transport.record(server.secureURL("/small")) }
      for recorder in cancelled { #expect(await recorder.failure() == .cancelled) }
      var connections: Set<String?> = []
      for recorder in kept {
        _ = try await recorder.outcome().get()
        connections.insert(recorder.head?.headers["X-Connection"])
      }
      // The reset of a stream is not the end of its connection.
      let after = transport.record(server.secureURL("/small"))
      _ = try await after.outcome().get()
      connections.insert(after.head?.headers["X-Connection"])
      #expect(connections.count == 1)
    }

    @Test func `a paused HTTP/2 request goes on and does not hold up the others`() async throws {
      let transport = transport()
      let reached = Door()
      let slow = Recorder(acknowledges: false, keepsBody: false, onBody: { _ in reached.open() })
      _ = transport.record(server.secureURL("/large"), slow)
      await reached.wait()
      for _ in 0..<20 { _ = try await transport.record(server.secureURL("/small")).outcome().get() }
      #expect(slow.received <= 256 * 1024 + 131_072)
      slow.setAcknowledges()
      slow.handle.consumed(.max)
      _ = try await slow.outcome().get()
      #expect(slow.received == 8_000_000)
    }
  }
#endif
