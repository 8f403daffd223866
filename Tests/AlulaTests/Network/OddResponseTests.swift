import Alula
import Testing

@Suite(.timeLimit(.minutes(1))) struct OddResponseTests {
  let transport = TransportUnderTest.make()

  @Test(arguments: OddResponse.plain)
  func `an odd answer is read right`(response: OddResponse) async throws { try await check(response) }

  @Test(.enabled(if: TransportUnderTest.isCurl, "URLSession on Linux fails or crashes"), arguments: OddResponse.hard)
  func `a broken answer ends with its code`(response: OddResponse) async throws { try await check(response) }

  @Test(
    .enabled(if: TransportUnderTest.isCurl, "URLSession on Linux is the same libcurl"), arguments: OddResponse.unnoticed
  )
  func `an encoding that is cut in a whole body is badContentEncoding`(response: OddResponse) async throws {
    await withKnownIssue("libcurl does not notice", isIntermittent: true) { try await check(response) }
  }

  private func check(_ response: OddResponse) async throws {
    let server = try RawServer { connection in
      guard connection.readHead() != nil else { return }
      connection.write(response.answer)
      switch response.ending {
      case .close: break
      case .wait: connection.waitForEnd()
      case .reset:
        // After the client has read what there was.
        _ = connection.isClosed(within: 50)
        connection.reset()
      }
    }
    let recorder = transport.record(server.url())
    #expect(await recorder.failure() == response.code)
    #expect(recorder.faults.isEmpty)
    if let status = response.status {
      #expect(recorder.head?.status == status)
      // URLSession does not tell.
      if TransportUnderTest.isCurl { #expect(recorder.head?.version == response.version) }
    }
    if let body = response.body { #expect(recorder.text == body) }
    if let header = response.header { #expect(recorder.head?.headers.values(header.name) == header.values) }
  }
}
