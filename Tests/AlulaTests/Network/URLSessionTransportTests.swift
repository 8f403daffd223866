#if !(os(Linux) && Curl)
  import Alula
  import Testing

  /// What only this transport has.
  @Suite(.timeLimit(.minutes(1))) struct URLSessionTransportTests {
    @Test func `a receiver that acknowledges nothing ends the transfer before memory does`() async throws {
      let server = try RawServer { connection in
        _ = connection.readHead()
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n")
        while connection.write([UInt8](repeating: 1, count: 65_536)) {}
      }
      var configuration = URLSessionTransport.Configuration()
      configuration.maximumUnacknowledged = .megabytes(1)
      let transport = URLSessionTransport(configuration: configuration)
      let recorder = transport.record(server.url(), Recorder(acknowledges: false, keepsBody: false))
      #expect(await recorder.failure() == .other)
      #expect(recorder.received <= 1_000_000)
    }
  }
#endif
