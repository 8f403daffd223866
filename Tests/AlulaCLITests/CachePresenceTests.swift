import Alula
import AlulaTesting
import Foundation
import Testing

/// Where there is no cache, or only what is left of one.
@Suite struct CachePresenceTests {
  private let server: LoopbackServer
  private let directory: TemporaryDirectory

  init() throws {
    server = try LoopbackServer()
    directory = try TemporaryDirectory()
    server.on("/a.png", try Sample.answer(body: Sample.png() + [UInt8](repeating: 7, count: 300_000)))
  }

  private func fetch(_ options: String...) async throws -> Tool.Result {
    try await Tool.run(["fetch", server.url("/a.png"), "-o", "out/"] + options, in: directory)
  }

  /// A cache with one large body whose index is gone.
  private func loseIndex() async throws {
    _ = try await fetch("--cache", "cache")
    try FileManager.default.removeItem(at: directory.url("cache/index.sqlite"))
  }

  private var bodies: [String] { directory.names(in: "cache").filter { $0.utf8.count > 40 } }

  @Test(arguments: [["ls"], ["stat"], ["verify"], ["purge"], ["trim", "--to", "1MB"]], [[], ["--json"]])
  func `looking at the tool's own cache makes none`(action: [String], options: [String]) async throws {
    let result = try await Tool.run(["cache"] + action + options, in: directory, caches: directory.url("caches").path)
    #expect(result.status == 0)
    #expect(result.errors.hasSuffix("caches/alula/images: There is no cache here yet; alula fetch makes it.\n"))
    #expect(directory.names().isEmpty)
  }

  @Test func `files and data make none`() async throws {
    try directory.write(try Sample.png(), to: "b.png")
    let names = ["b.png", directory.url("b.png").absoluteString, Sample.gifURL]
    let result = try await Tool.run(["fetch", "-o", "out/", "--cache", "cache"] + names, in: directory)
    #expect(result.status == 0)
    #expect(directory.names() == ["b.png", "out"])
  }

  @Test func `fetching offline makes none either`() async throws {
    let result = try await fetch("--offline", "--cache", "cache")
    #expect(result.status == 1)
    #expect(result.errorLines.first == "alula: the cache: There is none in \(directory.url("cache").path).")
    #expect(directory.names() == ["out"])
  }

  @Test(arguments: [["ls"], ["stat"], ["trim", "--to", "1MB"]])
  func `a cache that lost its index is known, and looking changes nothing`(action: [String]) async throws {
    try await loseIndex()
    let before = directory.names(in: "cache")
    let result = try await Tool.run(["cache"] + action + ["--cache", "cache"], in: directory)
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("The index of this cache is missing"))
    #expect(directory.names(in: "cache") == before)
  }

  @Test func `verify clears what lost its index, says so and is no success`() async throws {
    try await loseIndex()
    #expect(bodies.count == 1)
    let result = try await Tool.run(["cache", "verify", "--cache", "cache"], in: directory)
    #expect(result.status == 1)
    #expect(result.errors.hasSuffix("The index of this cache was missing and is made anew.\n"))
    #expect(result.output == "0 entries read, none damaged, 2 files of no entry removed.\n")
    #expect(bodies.isEmpty)
    #expect(try await Tool.run(["cache", "verify", "--cache", "cache"], in: directory).status == 0)
  }

  @Test(arguments: [[], ["--partition", "me"]])
  func `purge leaves nothing of what lost its index`(options: [String]) async throws {
    try await loseIndex()
    let result = try await Tool.run(["cache", "purge", "--cache", "cache"] + options, in: directory)
    #expect(result.status == 0)
    #expect(result.errors.hasSuffix("was missing and is made anew; 2 files of no entry removed.\n"))
    #expect(bodies.isEmpty)
  }

  @Test func `fetch takes a cache that lost its index, and says so`() async throws {
    try await loseIndex()
    let result = try await fetch("--cache", "cache")
    #expect(result.status == 0)
    #expect(result.errorLines.first == "alula: the cache: Its index was missing and is made anew.")
    #expect(
      try await Tool.run(["cache", "verify", "--cache", "cache"], in: directory).output.hasPrefix("1 entry read"))
  }

  @Test func `one stray file is one file`() async throws {
    _ = try await fetch("--cache", "cache")
    let body = try #require(bodies.first)
    // The same name with another number: of this index, and of no entry.
    try directory.write("stray", to: "cache/\(body.dropLast(4))ffff")
    let result = try await Tool.run(["cache", "verify", "--cache", "cache"], in: directory)
    #expect(result.output == "1 entry read, none damaged, 1 file of no entry removed.\n")
  }

  @Test func `a cache that cannot be made says why, and pictures load without it`() async throws {
    try directory.write("mine", to: "file")
    let result = try await fetch("--cache", "file/cache")
    #expect(result.status == 0)
    let path = directory.url("file/cache").path
    #expect(
      result.errorLines.first
        == "alula: the cache: \(path) cannot be made: Not a directory. Pictures are loaded without it.")
    let output = try await Tool.run(["fetch", server.url("/a.png"), "-o", "file/out/"], in: directory)
    #expect(output.status == 1)
    #expect(output.errors == "alula: file/out/: The directory cannot be made: Not a directory.\n")
  }
}
