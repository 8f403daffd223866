import Alula
import AlulaTesting
import Foundation
import Testing

/// `alula cache`.
@Suite struct CacheCommandTests {
  private let server: LoopbackServer
  private let directory: TemporaryDirectory

  init() throws {
    server = try LoopbackServer()
    directory = try TemporaryDirectory()
    server.on(prefix: "/") { [small = try Sample.png(), large = try Sample.png(600, 400)] request in
      LoopbackResponse(
        200, headers: ["Content-Type": "image/png", "Cache-Control": "max-age=3600"],
        body: .bytes(request.target.hasPrefix("/large") ? large : small))
    }
  }

  private func fill(_ targets: String..., partition: String = "") async throws {
    let arguments = ["fetch", "--cache", "cache", "-o", "out/", "--concurrency", "1", "--partition", partition]
    for target in targets { _ = try await Tool.run(arguments + [server.url(target)], in: directory) }
  }

  private func cache(_ arguments: String...) async throws -> Tool.Result {
    try await Tool.run(["cache"] + arguments + ["--cache", "cache"], in: directory)
  }

  @Test func `ls has a line for each entry, without queries, oldest first`() async throws {
    try await fill("/b.png?token=secret", "/a.png")
    let result = try await cache("ls")
    #expect(result.status == 0)
    #expect(
      result.outputLines.first?.split(separator: " ") == [
        "SIZE", "TYPE", "STORED", "USED", "FRESHNESS", "PARTITION", "URL",
      ])
    #expect(
      result.outputLines.dropFirst().map { $0.split(separator: " ").last ?? "" } == [
        server.url("/b.png")[...], server.url("/a.png")[...],
      ])
    #expect(!result.output.contains("secret"))
  }

  @Test func `ls as JSON has bytes and times, and takes a partition`() async throws {
    try await fill("/a.png")
    try await fill("/a.png", "/b.png", partition: "me")
    let mine = try await cache("ls", "--json", "--partition", "me").objects()
    #expect(mine.map { $0["url"] as? String } == [server.url("/a.png"), server.url("/b.png")])
    #expect(mine.allSatisfy { $0["partition"] as? String == "me" })
    #expect(mine.first?["bytes"] as? Int == (try Sample.png().count))
    for name in ["stored", "used"] {
      let text = try #require(mine.first?[name] as? String)
      #expect(try Date(text, strategy: .iso8601) > Date(timeIntervalSince1970: 1_700_000_000))
    }
    #expect(try await cache("ls", "--json").objects().count == 3)
  }

  @Test func `stat counts entries and bytes, of a partition too`() async throws {
    try await fill("/a.png", "/b.png")
    try await fill("/c.png", partition: "me")
    let all = try #require(try await cache("stat", "--json").objects().first)
    #expect(all["entries"] as? Int == 3)
    #expect((all["bytes"] as? Int ?? 0) > 3 * (try Sample.png().count))
    let mine = try #require(try await cache("stat", "--json", "--partition", "me").objects().first)
    #expect(mine["entries"] as? Int == 1)
    #expect(mine["bytes"] as? Int == (try Sample.png().count))
    #expect(try await cache("stat").output.contains("cache: 3 entries, "))
  }

  @Test func `verify finds nothing wrong in a cache that is whole`() async throws {
    try await fill("/a.png")
    let result = try await cache("verify")
    #expect(result.status == 0)
    #expect(result.output == "1 entry read, none damaged.\n")
  }

  @Test func `verify removes a damaged entry and says so with status 1`() async throws {
    // Long enough to be a file of its own.
    var generator = SeededGenerator(seed: 1)
    let noise = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    server.on("/noise.png", try Sample.answer(body: Sample.png() + noise))
    try await fill("/noise.png")
    let body = try #require(
      try FileManager.default.subpathsOfDirectory(atPath: directory.url("cache").path).first { name in
        directory.bytes("cache/\(name)")?.count == noise.count + (try Sample.png().count)
      })
    var bytes = try #require(directory.bytes("cache/\(body)"))
    bytes[200_000] ^= 1
    try bytes.write(to: directory.url("cache/\(body)"))
    let result = try await cache("verify", "--json")
    #expect(result.status == 1)
    #expect(try result.objects().first?["damaged"] as? Int == 1)
    #expect(try await cache("verify").status == 0)
    #expect(try await cache("ls").output.isEmpty)
  }

  @Test(arguments: ["0", "0B", "0.0 MB"])
  func `trim removes down to a size`(size: String) async throws {
    try await fill("/a.png", "/b.png")
    let kept = try #require(try await cache("trim", "--to", "50MB", "--json").objects().first)
    #expect(kept["removed"] as? Int == 0)
    let object = try #require(try await cache("trim", "--to", size, "--json").objects().first)
    #expect(object["removed"] as? Int == 2)
    #expect(object["entries"] as? Int == 0)
  }

  @Test func `purge empties a partition, or everything`() async throws {
    try await fill("/a.png", "/b.png")
    try await fill("/a.png", partition: "me")
    #expect(try await cache("purge", "--partition", "me").output.hasPrefix("1 entry removed; left: 2 entries, "))
    #expect(try await cache("ls", "--json", "--partition", "me").output.isEmpty)
    #expect(try await cache("ls", "--json", "--partition", "").objects().count == 2)
    #expect(try await cache("purge").output.hasPrefix("2 entries removed; left: 0 entries, "))
  }

  @Test(arguments: ["ls", "stat", "verify", "purge"])
  func `where there is no cache none is made`(action: String) async throws {
    try directory.write("mine", to: "note.txt")
    for place in ["missing", "."] {
      let result = try await Tool.run(["cache", action, "--cache", place], in: directory)
      #expect(result.status == 1)
      #expect(result.errors.contains("There is no cache here."))
    }
    #expect(directory.names() == ["note.txt"])
  }

  @Test(arguments: ["verify", "purge"])
  func `an index that had to be thrown away is said and is no success`(action: String) async throws {
    try await fill("/a.png")
    // With its log SQLite would make it whole again.
    for log in ["-wal", "-shm"] { try? FileManager.default.removeItem(at: directory.url("cache/index.sqlite\(log)")) }
    try directory.write([UInt8](repeating: 0xA5, count: 4096), to: "cache/index.sqlite")
    let result = try await cache(action)
    #expect(result.status == 1)
    #expect(result.errors.contains("starts anew"))
    #expect(try await cache(action).status == 0)
  }
}
