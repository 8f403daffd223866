import Alula
import AlulaTesting
import CSQLite
import Foundation
import Testing

/// `alula cache` and `alula fetch` where the cache is not theirs, held by somebody, or damaged.
@Suite struct CacheTroubleTests {
  private let server: LoopbackServer
  private let directory: TemporaryDirectory

  init() throws {
    server = try LoopbackServer()
    directory = try TemporaryDirectory()
    server.on("/a.png", try Sample.answer())
  }

  private static let actions = [["ls"], ["stat"], ["verify"], ["purge"], ["trim", "--to", "1MB"]]

  private func fetch() async throws -> Tool.Result {
    try await Tool.run(["fetch", server.url("/a.png"), "-o", "out/", "--cache", "cache"], in: directory)
  }

  private func cache(_ action: [String], _ options: String...) async throws -> Tool.Result {
    try await Tool.run(["cache"] + action + options + ["--cache", "cache"], in: directory)
  }

  private func damage() throws {
    // With its log SQLite would make it whole again.
    for log in ["-wal", "-shm"] { try? FileManager.default.removeItem(at: directory.url("cache/index.sqlite\(log)")) }
    try directory.write([UInt8](repeating: 0xA5, count: 4096), to: "cache/index.sqlite")
  }

  @Test(arguments: actions)
  func `an index of somebody else stays as it is, and is named`(action: [String]) async throws {
    try FileManager.default.createDirectory(at: directory.url("cache"), withIntermediateDirectories: true)
    try directory.write("my notes", to: "cache/index.sqlite")
    let sentence = "index.sqlite there is not Alula's: nothing was changed."
    let result = try await cache(action, "--json")
    #expect(result.status == 1)
    #expect(result.errors.hasSuffix("cache: \(sentence)\n"))
    #expect(try result.objects().first?["error"] as? String == sentence)
    let fetched = try await fetch()
    #expect(fetched.status == 0)
    #expect(fetched.errorLines.first?.hasSuffix("cache: \(sentence) Pictures are loaded without it.") == true)
    #expect(directory.names(in: "cache") == ["index.sqlite"])
    #expect(directory.bytes("cache/index.sqlite") == Data("my notes".utf8))
  }

  @Test(arguments: [["ls"], ["stat"]])
  func `looking at a damaged index says so and changes nothing`(action: [String]) async throws {
    _ = try await fetch()
    try damage()
    let result = try await cache(action, "--json")
    #expect(result.status == 1)
    #expect(!result.errors.contains("empty"))
    #expect((try result.objects().last?["error"] as? String)?.contains("its index is damaged") == true)
    #expect(directory.bytes("cache/index.sqlite") == Data(repeating: 0xA5, count: 4096))
  }

  @Test func `verify says that a damaged index is lost, and does not say that nothing was damaged`() async throws {
    _ = try await fetch()
    try damage()
    let result = try await cache(["verify"])
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("The index was damaged and is made anew: what it named is lost"))
    try damage()
    let object = try #require(try await cache(["verify"], "--json").objects().first)
    #expect(object["index_lost"] as? Bool == true)
    #expect(object["damaged"] is NSNull)
    #expect((object["error"] as? String)?.contains("starts anew") == true)
  }

  @Test func `while another process writes, ls and stat are true, pictures load, and purge says what it did not`()
    async throws
  {
    _ = try await fetch()
    var other: OpaquePointer?
    let index = directory.url("cache/index.sqlite").path
    #expect(sqlite3_open_v2(index, &other, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
    defer { sqlite3_close_v2(other) }
    #expect(sqlite3_exec(other, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
    #expect(try await cache(["ls"], "--json").objects().map { $0["url"] as? String } == [server.url("/a.png")])
    #expect(try await cache(["stat"], "--json").objects().first?["entries"] as? Int == 1)
    #expect(try await fetch().status == 0)
    let purged = try await cache(["purge"], "--json")
    let object = try #require(try purged.objects().first)
    #expect(purged.status == 1)
    #expect(object["removed"] as? Int == 0)
    #expect(object["entries"] as? Int == 1)
    #expect(object["error"] as? String == "The cache is busy: another process holds it.")
    #expect(purged.errors == "alula: The cache is busy: another process holds it.\n")
    #expect(sqlite3_exec(other, "ROLLBACK", nil, nil, nil) == SQLITE_OK)
    #expect(try await cache(["purge"]).output.hasPrefix("1 entry removed; left: 0 entries, "))
  }

  #if os(Linux)
    // Root may enter everywhere.
    @Test(.enabled(if: getuid() != 0, "means nothing to root"), arguments: actions)
    func `a directory that cannot be entered is no missing cache, and pictures load without it`(action: [String])
      async throws
    {
      _ = try await fetch()
      chmod(directory.url("cache").path, 0)
      defer { chmod(directory.url("cache").path, 0o700) }
      let result = try await cache(action)
      #expect(result.status == 1)
      #expect(result.errors.hasSuffix("cache: Permission denied.\n"))
      let fetched = try await fetch()
      #expect(fetched.status == 0)
      #expect(fetched.errorLines.first?.hasSuffix("Permission denied. Pictures are loaded without it.") == true)
    }
  #endif
}
