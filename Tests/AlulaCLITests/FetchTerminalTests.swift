#if os(Linux)
  import AlulaTesting
  import Foundation
  import Testing

  @Suite struct FetchTerminalTests {
    private let server: LoopbackServer
    private let directory: TemporaryDirectory

    init() throws {
      server = try LoopbackServer()
      directory = try TemporaryDirectory()
      server.on(prefix: "/") { [picture = try Sample.png()] _ in .ok(picture, type: "image/png") }
    }

    @Test func `progress is drawn on a terminal and gone at the end`() async throws {
      let terminal = try PseudoTerminal()
      server.hold(prefix: "/held")
      let tool = try Tool(["fetch", server.url("/held.png")], in: directory, errors: terminal.handle)
      let drawn = terminal.read(until: "0/1")
      #expect(drawn.hasPrefix("\r[---"))
      server.release(prefix: "/held")
      let result = try await tool.result()
      #expect(result.status == 0)
      let rest = terminal.readToEnd()
      #expect(rest.contains("\r\u{1B}[Kalula: 1 of 1 fetched"))
      #expect(result.output == "held.png\n")
    }
  }
#endif
