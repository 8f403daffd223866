import Alula
import Testing

/// Timeouts, cancelling and back-pressure. Nothing here asserts how long something took: only that it ended, and why.
@Suite(.timeLimit(.minutes(1))) struct TransportTimeTests {
  let transport = TransportUnderTest.make()

  private func request(_ url: String, silence: Duration = .seconds(30), total: Duration = .seconds(60))
    -> TransportRequest
  {
    TransportRequest(url: url, requestTimeout: silence, resourceTimeout: total)
  }

  @Test func `a server that never answers runs into the request timeout`() async throws {
    let server = try RawServer { connection in connection.waitForEnd() }
    let recorder = transport.record(request(server.url(), silence: .milliseconds(300)))
    #expect(await recorder.failure() == .timedOut)
    #expect(recorder.head == nil)
  }

  @Test func `silence within the body runs into the request timeout`() async throws {
    let server = try RawServer { connection in
      _ = connection.readHead()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nfirst")
      connection.waitForEnd()
    }
    let recorder = transport.record(request(server.url(), silence: .milliseconds(300)))
    #expect(await recorder.failure() == .timedOut)
    #expect(recorder.text == "first")
  }

  @Test func `heads of the 1xx kind are no answer`() async throws {
    let server = try RawServer { connection in
      _ = connection.readHead()
      while connection.write("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"), !connection.isClosed(within: 20) {}
    }
    let recorder = transport.record(request(server.url(), silence: .milliseconds(300)))
    #expect(await recorder.failure() == .timedOut)
    #expect(recorder.head == nil)
  }

  @Test func `a drip that never is silent runs into the resource timeout`() async throws {
    let server = try RawServer { connection in
      _ = connection.readHead()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
      while connection.write("."), !connection.isClosed(within: 20) {}
    }
    let recorder = transport.record(request(server.url(), silence: .seconds(30), total: .milliseconds(400)))
    #expect(await recorder.failure() == .timedOut)
    #expect(recorder.received > 0)
  }

  @Test func `a slow drip is not silence`() async throws {
    let server = try RawServer { connection in
      _ = connection.readHead()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n")
      for _ in 0..<20 where !connection.isClosed(within: 100) { connection.write(".") }
    }
    // Two seconds in all, silent for a tenth at most.
    let recorder = transport.record(request(server.url(), silence: .milliseconds(1_500)))
    _ = try await recorder.outcome().get()
    #expect(recorder.received == 20)
  }

  @Test func `cancelled before the start ends with cancelled`() async throws {
    let server = try RawServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    let recorder = Recorder()
    recorder.handle.cancel()
    _ = transport.record(server.url(), recorder)
    #expect(await recorder.failure() == .cancelled)
    #expect(recorder.head == nil)
  }

  @Test func `cancelling while waiting for the head closes the socket`() async throws {
    let asked = Door()
    let closed = Door()
    let server = try RawServer { connection in
      _ = connection.readHead()
      asked.open()
      connection.waitForEnd()
      closed.open()
    }
    let recorder = transport.record(server.url())
    await asked.wait()
    recorder.handle.cancel()
    #expect(await recorder.failure() == .cancelled)
    await closed.wait()
    #expect(recorder.faults.isEmpty)
  }

  /// Sends a head and "first", then nothing more; opens `closed` when the client has closed its socket.
  private static func serverStoppingAfterFirst(_ closed: Door) throws -> RawServer {
    try RawServer { connection in
      _ = connection.readHead()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\nfirst")
      connection.waitForEnd()
      closed.open()
    }
  }

  @Test func `cancelling at the head closes the socket`() async throws {
    let closed = Door()
    let server = try Self.serverStoppingAfterFirst(closed)
    let recorder = transport.record(server.url(), Recorder(onHead: { $0.cancel() }))
    #expect(await recorder.failure() == .cancelled)
    await closed.wait()
    #expect(recorder.received == 0 || !TransportUnderTest.isCurl)
  }

  @Test func `cancelling within the body closes the socket`() async throws {
    let closed = Door()
    let server = try Self.serverStoppingAfterFirst(closed)
    let recorder = transport.record(server.url(), Recorder(onBody: { $0.cancel() }))
    #expect(await recorder.failure() == .cancelled)
    await closed.wait()
    #expect(recorder.text == "first")
  }

  @Test func `cancelling while a name is resolved ends at once and holds up nobody`() async throws {
    let server = try RawServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    let recorders = (0..<20).map { transport.record("http://host-\($0).invalid/") }
    for recorder in recorders { recorder.handle.cancel() }
    let other = transport.record(server.url())
    for recorder in recorders {
      let failure = await recorder.failure()
      #expect(failure == .cancelled || failure == .cannotResolveHost)
    }
    _ = try await other.outcome().get()
  }

  @Test func `a handle may be used after the end and after the transport`() async throws {
    let server = try RawServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    let recorder = TransportUnderTest.make().record(server.url())
    _ = await recorder.outcome()
    recorder.handle.consumed(5)
    recorder.handle.cancel()
    recorder.handle.cancel()
    #expect(recorder.faults.isEmpty)
  }

  @Test func `letting go of the transport ends what is running`() async throws {
    let asked = Door()
    let closed = Door()
    let server = try RawServer { connection in
      _ = connection.readHead()
      asked.open()
      connection.waitForEnd()
      closed.open()
    }
    var transport: (any Transport)? = TransportUnderTest.make()
    let recorders = (0..<4).map { _ in Recorder() }
    for recorder in recorders {
      transport?.start(TransportRequest(patient: server.url()), handle: recorder.handle, receiver: recorder)
    }
    await asked.wait()
    transport = nil
    for recorder in recorders { #expect(await recorder.failure() == .cancelled) }
    await closed.wait()
    for recorder in recorders { recorder.handle.cancel() }
    #expect(recorders.flatMap(\.faults) == [])
  }

  @Test(.enabled(if: TransportUnderTest.isCurl, "URLSession has no back-pressure"))
  func `above the window the transport reads no more until bytes are acknowledged`() async throws {
    let pushed = Locked(0)
    let stuck = Door()
    let total = 64 * 1_048_576
    let server = try RawServer { connection in
      _ = connection.readHead()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
      // Small enough never to block a socket that says it is writable.
      let part = [UInt8](repeating: 7, count: 8_192)
      var isStuck = false
      for _ in 0..<(total / part.count) {
        if !isStuck, !connection.isWritable(within: 100) {
          // The client has stopped reading; and for longer than its request timeout.
          _ = connection.isClosed(within: 1_500)
          isStuck = true
          stuck.open()
        }
        guard connection.write(part) else { return }
        pushed.withLock { $0 += part.count }
      }
    }
    let recorder = transport.record(
      request(server.url(), silence: .seconds(1)), Recorder(acknowledges: false, keepsBody: false))
    await stuck.wait()
    let held = recorder.received
    // The window, and one part more.
    #expect(held > 256 * 1024 && held <= 256 * 1024 + 131_072)
    // What was pushed beyond that lies in the sockets' buffers.
    let gone = pushed.withLock { $0 }
    #expect(gone < 32 * 1_048_576)
    // Paused for longer than the request timeout allows for silence: that was the receiver's silence.
    // First this, or what comes in between would stay unacknowledged and the transport paused.
    recorder.setAcknowledges()
    recorder.handle.consumed(.max)
    _ = try await recorder.outcome().get()
    #expect(recorder.received == total)
  }
}
