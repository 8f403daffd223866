import Alula
import AlulaTesting
import Testing

@Suite struct LoopbackFuzzTests {
  private static let valid = [
    "GET /a HTTP/1.1\r\nHost: a\r\n\r\n",
    "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
    "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
  ].map { Array($0.utf8) }

  /// A valid request with up to four bytes changed, lost or doubled.
  private static func damaged(_ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = valid.randomElement(using: &generator) ?? []
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      let index = Int.random(in: bytes.indices, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: bytes[index] = .random(in: 0...255, using: &generator)
      case 1: bytes.remove(at: index)
      default: bytes.insert(bytes[index], at: index)
      }
    }
    return bytes
  }

  @Test func `whatever a client sends, the server answers the next one`() async throws {
    let server = try LoopbackServer()
    server.on("/a", .text("fine"))
    var generator = SeededGenerator(seed: 11)
    for turn in 0..<500 {
      let client = try RawClient(port: server.port)
      client.send((0..<3).flatMap { _ in Self.damaged(&generator) })
      if turn % 2 == 0 { client.reset() } else { client.close() }
    }
    #expect(try RawClient(port: server.port).fetch("/a").text == "fine")
    await server.until(.connections(atMost: 0))
    #expect(server.counters.requestsNow == 0)
    #expect(server.counters.connectionsOpened == 501)
  }
}
