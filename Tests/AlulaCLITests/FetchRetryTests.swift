import AlulaTesting
import Testing

/// `alula fetch --retries`.
@Suite struct FetchRetryTests {
  private let server: LoopbackServer
  private let directory: TemporaryDirectory

  init() throws {
    server = try LoopbackServer()
    directory = try TemporaryDirectory()
    server.on("/a.png", [.status(503), .ok(SampleImages.png(width: 8, height: 8), type: "image/png")])
  }

  @Test(arguments: [("0", 1, Int32(1)), ("1", 2, 0), ("99999999999", 2, 0)])
  func `a server that fails is asked as often as was said`(retries: String, requests: Int, status: Int32) async throws {
    let result = try await Tool.run(
      ["fetch", server.url("/a.png"), "--retries", retries, "--no-cache", "--quiet"], in: directory)
    #expect(result.status == status, "\(result.errors)")
    #expect(server.counters.requests == requests)
  }

  @Test(arguments: ["-1", "some", "1.5"]) func `what is no count is refused`(retries: String) async throws {
    let result = try await Tool.run(["fetch", server.url("/a.png"), "--retries", retries], in: directory)
    #expect(result.errors.contains("a whole number") && server.counters.requests == 0)
  }
}
