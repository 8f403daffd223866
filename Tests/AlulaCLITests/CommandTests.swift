import AlulaTesting
import Foundation
import Testing

@Suite struct CommandTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: [["--help"], ["help"], ["help", "fetch"], ["fetch", "--help"], ["help", "decode"], ["--version"]])
  func `help and version go to standard output`(arguments: [String]) async throws {
    let result = try await Tool.run(arguments, in: directory)
    #expect(result.status == 0)
    #expect(!result.output.isEmpty)
    #expect(result.errors.isEmpty)
  }

  @Test(arguments: [[], ["nothing"], ["help", "nothing"]])
  func `no command and an unknown one are wrong usage`(arguments: [String]) async throws {
    let result = try await Tool.run(arguments, in: directory)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
  }

  @Test func `decode keeps the names of its JSON`() async throws {
    try directory.write(try Sample.png(), to: "a.png")
    try directory.write("no picture", to: "b.png")
    let object = try await #require(Tool.run(["decode", "a.png", "--json"], in: directory).objects().first)
    let names = ["status", "format", "width", "height", "orientation", "frames", "plays", "durations_ms"]
    #expect(names.allSatisfy { object[$0] != nil })
    #expect(object["status"] as? String == "ok")
    let failure = try await Tool.run(["decode", "b.png", "--json"], in: directory)
    #expect(failure.status == 1)
    #expect(try failure.objects().first?["status"] as? String == "error")
    #expect(try failure.objects().first?["error"] is String)
  }

  @Test func `inspect reads URLs, and tells errors without their query`() async throws {
    let server = try LoopbackServer()
    server.on("/a?key=1", .ok(try Sample.png(), type: "image/png"))
    let result = try await Tool.run(["inspect", server.url("/a?key=1"), server.url("/b?key=2")], in: directory)
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("\(server.url("/a")): png, 40×30"))
    #expect(result.errors == "\(server.url("/b")): The server answered with status 404.\n")
  }

  /// /dev/full is a Linux device that is always full; skipped elsewhere.
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [["inspect", "cat.png"], ["inspect", "--json", "cat.png"], ["decode", "cat.png"], ["help"]])
  func `a result that cannot be written is no success`(arguments: [String]) async throws {
    try directory.write(try Sample.png(), to: "cat.png")
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let result = try await Tool(arguments, in: directory, output: full).result()
    #expect(result.status == 1)
  }
}
