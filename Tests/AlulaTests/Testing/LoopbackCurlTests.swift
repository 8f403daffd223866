import AlulaTesting
import Foundation
import Testing

// Skipped where the command is not installed: a second opinion on what RawClient says.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "needs the curl command"))
struct LoopbackCurlTests {
  private let server: LoopbackServer

  init() throws { server = try LoopbackServer() }

  private func curl(_ arguments: String...) throws -> (code: Int32, output: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/curl")
    process.arguments = ["--silent", "--max-time", "20"] + arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  @Test func `curl reads every framing`() throws {
    let text = String(repeating: "0123456789", count: 20_000)
    let response = LoopbackResponse.text(text)
    server.on("/length", response)
    server.on("/chunked", response.with { $0.framing = .chunked(sizes: [1, 1_000, 70_000]) })
    server.on("/close", response.with { $0.framing = .untilClose })
    for target in ["/length", "/chunked", "/close"] {
      let result = try curl(server.url(target))
      #expect(result.code == 0)
      #expect(result.output == text)
    }
  }

  @Test func `curl reuses the connection and follows a redirect`() throws {
    server.on("/a", .redirect(to: "/b"))
    server.on("/b", .text("there"))
    let result = try curl("--location", server.url("/a"), server.url("/b"))
    #expect(result.output == "therethere")
    #expect(server.counters.connectionsOpened == 1)
  }

  // Exit codes of curl: 18 partial file, 56 failure in receiving.
  @Test func `curl notices cuts`() throws {
    server.on("/fin", LoopbackResponse.text("0123456789").cut(after: 5))
    server.on("/rst", LoopbackResponse.text("0123456789").cut(after: 5, by: .resets))
    #expect(try curl(server.url("/fin")).code == 18)
    #expect(try curl(server.url("/rst")).code == 56)
  }

  @Test func `curl uploads a large body after 100 Continue`() throws {
    server.on("/p") { .text("\($0.body.count)") }
    let file = FileManager.default.temporaryDirectory.appending(path: "alula-\(server.port)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(repeating: 65, count: 3_000_000).write(to: file)
    #expect(try curl("--data-binary", "@\(file.path())", server.url("/p")).output == "3000000")
    let chunked = try curl(
      "--header", "Transfer-Encoding: chunked", "--data-binary", "@\(file.path())", server.url("/p"))
    #expect(chunked.output == "3000000")
  }

  @Test func `curl resumes by a range`() throws {
    server.on("/a", LoopbackResource(.text("0123456789")))
    #expect(try curl("--range", "3-5", server.url("/a")).output == "345")
  }
}
