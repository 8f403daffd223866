import Alula
import AlulaTesting
import Foundation
import Testing

/// How `alula fetch` uses the disk cache.
@Suite struct FetchCacheTests {
  private let server: LoopbackServer
  private let directory: TemporaryDirectory

  init() throws {
    server = try LoopbackServer()
    directory = try TemporaryDirectory()
  }

  /// Serves a picture with an entity tag.
  private func serve(_ target: String, _ cacheControl: String) throws {
    server.on(
      target,
      LoopbackResource(
        .bytes(try Sample.png()), type: "image/png", etag: "\"1\"", headers: ["Cache-Control": cacheControl]))
  }

  private func fetch(_ target: String, _ options: String...) async throws -> Tool.Result {
    try await Tool.run(["fetch", server.url(target), "--cache", "cache", "-o", "out/"] + options, in: directory)
  }

  @Test func `what is fresh is not asked for again, and the file is written all the same`() async throws {
    try serve("/a.png", "max-age=3600")
    _ = try await fetch("/a.png")
    try FileManager.default.removeItem(at: directory.url("out/a.png"))
    let again = try await fetch("/a.png", "--json")
    let object = try #require(try again.objects().first)
    #expect(object["source"] as? String == "disk")
    #expect(object["cache"] as? String == "fresh")
    #expect((object["cache_reason"] as? String)?.contains("max-age=3600") == true)
    #expect(directory.bytes("out/a.png") == Data(try Sample.png()))
    #expect(server.counters.requests == 1)
  }

  @Test func `verbose says in one line a picture where it came from, what was decided and why`() async throws {
    try serve("/a.png", "max-age=3600")
    try serve("/b.png", "max-age=0")
    let a = try await fetch("/a.png?token=secret", "--verbose")
    #expect(a.errorLines.first == "alula: \(server.url("/a.png")): The server answered with status 404.")
    let first = try await fetch("/a.png", "-v")
    #expect(first.errorLines.first == "alula: \(server.url("/a.png")): from network; fetched: nothing stored; kept now")
    let second = try await fetch("/a.png", "-v", "--quiet")
    #expect(second.errorLines.count == 1)
    #expect(second.errors.hasPrefix("alula: \(server.url("/a.png")): from disk; fresh: for "))
    _ = try await fetch("/b.png")
    let validated = try await fetch("/b.png", "-v")
    #expect(validated.errorLines.first?.contains("from disk; revalidated: stale by") == true)
    #expect(validated.errorLines.first?.hasSuffix("and the server says that it still holds") == true)
  }

  @Test func `offline takes what is there, however old, and asks nobody`() async throws {
    try serve("/a.png", "max-age=0")
    _ = try await fetch("/a.png")
    let stored = try await fetch("/a.png", "--offline")
    #expect(stored.status == 0)
    let missing = try await fetch("/b.png", "--offline")
    #expect(missing.status == 1)
    #expect(missing.errors.contains("The picture is not stored"))
    #expect(server.counters.requests == 1)
  }

  @Test func `reload asks anew and keeps the answer`() async throws {
    server.on("/a.png", try [1, 2].map { try Sample.answer(body: Sample.png(level: $0)) })
    _ = try await fetch("/a.png")
    _ = try await fetch("/a.png", "--reload")
    _ = try await fetch("/a.png", "--offline")
    #expect(directory.bytes("out/a.png") == Data(try Sample.png(level: 2)))
    #expect(server.counters.requests == 2)
  }

  @Test func `without a cache nothing is kept and nothing is looked at`() async throws {
    try serve("/a.png", "max-age=3600")
    for _ in 0..<2 {
      let arguments = ["fetch", server.url("/a.png"), "--no-cache", "--quiet", "--json"]
      let object = try await #require(Tool.run(arguments, in: directory, caches: directory.path).objects().first)
      #expect(object["cache"] as? String == "fetched")
    }
    #expect(server.counters.requests == 2)
    #expect(directory.names() == ["a.png"])
  }

  @Test func `the cache is the tool's own unless another is named`() async throws {
    try serve("/a.png", "max-age=3600")
    for _ in 0..<2 {
      _ = try await Tool.run(["fetch", server.url("/a.png"), "-o", "out/"], in: directory, caches: directory.path)
    }
    #expect(server.counters.requests == 1)
    #expect(directory.names(in: "alula/images").contains("index.sqlite"))
    let list = try await Tool.run(["cache", "ls", "--json"], in: directory, caches: directory.path)
    #expect(try list.objects().map { $0["url"] as? String } == [server.url("/a.png")])
  }

  @Test func `a folder of other files is not made a cache`() async throws {
    try serve("/a.png", "max-age=3600")
    try directory.write("mine", to: "note.txt")
    for place in [".", "note.txt"] {
      let result = try await Tool.run(["fetch", server.url("/a.png"), "--cache", place], in: directory)
      #expect(result.status == 64)
      #expect(result.errors.contains("is no cache"))
    }
    #expect(directory.names() == ["note.txt"])
    #expect(server.counters.requests == 0)
  }

  @Test func `a stale picture that may be shown is validated before the tool ends`() async throws {
    try serve("/a.png", "max-age=0, stale-while-revalidate=600")
    _ = try await fetch("/a.png")
    let second = try await fetch("/a.png", "-v")
    #expect(second.errors.contains("from disk; stale: by"))
    #expect(second.errors.contains("; validated behind\n"))
    #expect(server.requests(to: "/a.png").map { $0.headers["If-None-Match"] } == [nil, "\"1\""])
  }

  @Test func `a request with Authorization is kept in a named partition only`() async throws {
    try serve("/a.png", "max-age=3600")
    let field = ["--header", "Authorization: Bearer secret"]
    let arguments = ["fetch", server.url("/a.png"), "--cache", "cache", "-o", "out/"] + field
    for _ in 0..<2 { _ = try await Tool.run(arguments, in: directory) }
    #expect(server.counters.requests == 2)
    for _ in 0..<2 { _ = try await Tool.run(arguments + ["--partition", "me"], in: directory) }
    #expect(server.counters.requests == 3)
  }

  #if os(Linux)
    @Test func `a cache that cannot be made is told once, and the picture is fetched`() async throws {
      try serve("/a.png", "max-age=3600")
      let result = try await Tool.run(
        ["fetch", server.url("/a.png"), "--cache", "/proc/no/cache", "-o", "out/"], in: directory)
      #expect(result.status == 0)
      #expect(result.errorLines.filter { $0.hasPrefix("alula: the cache: ") }.count == 1)
      #expect(directory.names(in: "out") == ["a.png"])
    }
  #endif
}
