import AlulaTesting
import Foundation
import Testing

@Suite struct FetchInterruptionTests {
  private let server: LoopbackServer
  private let directory: TemporaryDirectory

  init() throws {
    server = try LoopbackServer()
    directory = try TemporaryDirectory()
    server.on(prefix: "/") { [picture = try Sample.png()] _ in .ok(picture, type: "image/png") }
  }

  @Test func `an interrupt ends every load and leaves whole files alone`() async throws {
    server.hold(prefix: "/held")
    let tool = try Tool(["fetch", "--timeout", "300", server.url("/a.png"), server.url("/held.png")], in: directory)
    await server.until(.responses(1, to: "/a.png"))
    await server.until(.requests(1, to: "/held.png"))
    tool.interrupt()
    let result = try await tool.result()
    #expect(result.status == 130)
    #expect(result.errors.hasSuffix(" Interrupted.\n"))
    #expect(Set(directory.names()).isSubset(of: ["a.png"]))
    #expect(await server.until(.clientCloses(1)))
  }

  @Test func `a closed pipe ends the run without half files`() async throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let urls = (0..<50).map { server.url("/p\($0).png") }
    let tool = try Tool(["fetch"] + urls, in: directory, output: pipe.fileHandleForWriting)
    #expect(try await tool.result().status == 141)
    #expect(directory.names().allSatisfy { $0.hasPrefix("p") })
  }

  @Test func `a closed pipe that takes the picture itself is the end and no failure`() async throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let arguments = ["fetch", server.url("/a.png"), "-o", "-"]
    let result = try await Tool(arguments, in: directory, output: pipe.fileHandleForWriting).result()
    #expect(result.status == 141)
    #expect(result.errors.isEmpty)
  }

  @Test func `in a pipe there is no progress`() async throws {
    server.hold(prefix: "/held")
    let tool = try Tool(["fetch", "--timeout", "300", server.url("/held.png")], in: directory)
    await server.until(.requests(1, to: "/held.png"))
    server.release(prefix: "/held")
    let result = try await tool.result()
    #expect(!result.errors.contains("\r"))
    #expect(result.errorLines.count == 1, "\(result.errors)")
  }
}
