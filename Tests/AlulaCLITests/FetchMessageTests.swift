import Alula
import AlulaTesting
import Foundation
import Testing

/// What `alula fetch` says of the cache when something is wrong.
@Suite struct FetchMessageTests {
  private let server: LoopbackServer
  private let directory: TemporaryDirectory

  init() throws {
    server = try LoopbackServer()
    directory = try TemporaryDirectory()
    server.on("/a.png", try Sample.answer())
  }

  private func fetch(_ target: String, _ options: String...) async throws -> Tool.Result {
    let arguments = ["fetch", server.url(target), "--cache", "cache", "-o", "out/", "--json", "-v", "--quiet"]
    return try await Tool.run(arguments + options, in: directory)
  }

  /// Flips a bit of everything stored.
  private func damage() {
    DiskStore(directory: directory.url("cache")).damageBodies { bytes in
      var bytes = bytes
      bytes[bytes.startIndex] ^= 1
      return bytes
    }
  }

  @Test func `what is asked for with Authorization says that it wants a partition`() async throws {
    let field = ["--header", "Authorization: Bearer secret"]
    _ = try await fetch("/a.png")
    let result = try await fetch("/a.png", field[0], field[1])
    #expect(result.errors.hasSuffix("not kept: with Authorization only a named partition keeps it (--partition)\n"))
    let offline = try await fetch("/a.png", "--offline", field[0], field[1])
    #expect(
      offline.errorLines.first?.hasSuffix(
        "A picture asked for with Authorization is stored in a named partition only. Name one with --partition.")
        == true)
    let kept = try await fetch("/a.png", field[0], field[1], "--partition", "me")
    #expect(kept.errors.hasSuffix("; kept now\n"))
  }

  @Test func `a user in a URL is not sent, and a 401 says so`() async throws {
    server.on("/who.png", LoopbackResponse(401))
    let url = server.url("/who.png").replacing("://", with: "://me:secret@")
    let result = try await Tool.run(["fetch", url, "--no-cache", "-o", "out/"], in: directory)
    #expect(result.errors.contains("are not sent; use --header"))
    #expect(!result.errors.contains("secret"))
    #expect(server.requests.allSatisfy { $0.headers["Authorization"] == nil })
  }

  @Test func `an error that is stored is told from one that the server gives now`() async throws {
    server.on("/b.png", .status(404, headers: ["Cache-Control": "max-age=600000", "Age": "300000"]))
    let now = try await fetch("/b.png")
    #expect(now.errorLines.first?.hasSuffix("The server answered with status 404.") == true)
    let stored = try await fetch("/b.png")
    let sentence = "The stored answer, 3 days old, is status 404."
    #expect(stored.errorLines.first?.hasSuffix("\(sentence) --reload asks the server.") == true)
    #expect(try stored.objects().first?["error"] as? String == sentence)
    let offline = try await fetch("/b.png", "--offline")
    #expect(offline.errorLines.first?.hasSuffix(sentence) == true)
    #expect(server.counters.requests == 1)
  }

  @Test func `a failure says what the cache had decided`() async throws {
    server.on("/gone.png", .status(404, headers: ["Cache-Control": "no-store"]))
    server.on("/page.png", .text("<html></html>", type: "image/png"))
    server.on("/lost.png", LoopbackResponse.ok([1, 2, 3]).cut(after: 1))
    let expected = [
      ("/gone.png", "fetched", "nothing stored; not kept: the server says no-store"),
      ("/page.png", "fetched", "nothing stored; not kept: it is no whole picture"),
      ("/lost.png", "failed", "nothing stored"),
    ]
    for (target, decision, reason) in expected {
      let result = try await fetch(target)
      #expect(result.status == 1)
      #expect(result.errorLines.count == 2)
      #expect(result.errorLines.last == "alula: \(server.url(target)): no picture; \(decision): \(reason)")
      let object = try #require(try result.objects().first)
      #expect(object["cache"] as? String == decision)
      #expect(object["cache_reason"] as? String == reason)
    }
    let offline = try #require(try await fetch("/none.png", "--offline").objects().first)
    #expect(offline["cache"] as? String == "failed")
    #expect(offline["cache_reason"] as? String == "only a stored response is wanted, and nothing stored")
  }

  @Test func `a picture that was decided on and cannot be written keeps its decision`() async throws {
    try directory.write("in the way", to: "file")
    let result = try await Tool.run(
      ["fetch", server.url("/a.png"), "--json", "-o", "missing/a.png"], in: directory)
    let object = try #require(try result.objects().first)
    #expect(object["status"] as? String == "error")
    #expect(object["cache"] as? String == "fetched")
  }

  @Test func `a stored picture that was damaged is said to be dropped`() async throws {
    let words = "what was stored was damaged and is dropped"
    _ = try await fetch("/a.png")
    damage()
    #expect(try await fetch("/a.png").errors.hasSuffix("from network; fetched: \(words); kept now\n"))
    damage()
    let offline = try await fetch("/a.png", "--offline")
    #expect(
      offline.errorLines.first?.hasSuffix("The stored picture was damaged and is dropped, and only caches were asked.")
        == true)
    #expect(try await fetch("/a.png", "--offline").errors.contains("The picture is not stored"))
  }

  @Test func `a stored picture that its server confirms and that was damaged is said to be dropped`() async throws {
    server.on(
      "/b.png",
      LoopbackResource(
        .bytes(try Sample.png()), type: "image/png", etag: "\"1\"", headers: ["Cache-Control": "max-age=0"]))
    _ = try await fetch("/b.png")
    damage()
    #expect(
      try await fetch("/b.png").errors.hasSuffix("fetched: what was stored was damaged and is dropped; kept now\n"))
    #expect(server.requests(to: "/b.png").count == 3)
  }

  @Test func `a stale answer for a server that fails says so in one sentence`() async throws {
    server.on("/b.png", [try Sample.answer("max-age=60", ["Age": "300060"]), .status(503)])
    let stale = "from disk; stale: by 3 days (max-age=60, age 3 days); the server"
    _ = try await fetch("/b.png")
    #expect(try await fetch("/b.png").errors.hasSuffix("\(stale) says 503\n"))
    server.stop()
    let stopped = try await fetch("/b.png")
    #expect(stopped.errors.contains("\(stale) cannot be reached: "))
  }

  @Test func `no record holds a user, a password or a query`() async throws {
    let url = server.url("/a.png?token=secret#part").replacingOccurrences(of: "://", with: "://user:secret@")
    let fetched = try await Tool.run(["fetch", url, "--json", "-v"], in: directory)
    let inspected = try await Tool.run(["inspect", url, "--json"], in: directory)
    let data = try await Tool.run(["inspect", "data:image/png;base64,secret", "--json"], in: directory)
    #expect(try fetched.objects().first?["url"] as? String == server.url("/a.png"))
    for result in [fetched, inspected, data] {
      #expect(!result.output.isEmpty)
      #expect(!(result.output + result.errors).contains("secret"))
    }
  }

  @Test func `records are numbered as the list is, without repeats`() async throws {
    server.on(prefix: "/p") { [bytes = try Sample.png()] _ in .ok(bytes, type: "image/png") }
    let list = ["/p?3", "/p?1", "/p?3", "/p?2"].map { server.url($0) }
    let result = try await Tool.run(["fetch", "--json"] + list, in: directory)
    let files = try result.objects().sorted { $0["number"] as? Int ?? 0 < $1["number"] as? Int ?? 0 }
    #expect(files.map { $0["number"] as? Int } == [1, 2, 3])
    #expect(files.map { $0["file"] as? String } == ["p.png", "p-2.png", "p-3.png"])
  }
}
