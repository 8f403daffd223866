import Alula
import AlulaTesting
import Foundation
import Testing

/// What `alula cache ls` shows.
@Suite struct CacheListingTests {
  private let server: LoopbackServer
  private let directory: TemporaryDirectory

  init() throws {
    server = try LoopbackServer()
    directory = try TemporaryDirectory()
  }

  private func keep(_ target: String, _ headers: HTTPHeaders, status: Int = 200, partition: String = "") async throws {
    let body: [UInt8] = status == 200 ? try Sample.png() : []
    server.on(target, LoopbackResponse(status, headers: headers, body: .bytes(body)))
    let arguments = ["fetch", server.url(target), "--cache", "cache", "-o", "out/", "--partition", partition]
    _ = try await Tool.run(arguments, in: directory)
  }

  private func list(_ arguments: String...) async throws -> Tool.Result {
    try await Tool.run(["cache", "ls", "--cache", "cache"] + arguments, in: directory)
  }

  @Test func `an entry says what it is and how long it is fresh`() async throws {
    try await keep("/a", ["Content-Type": "Image/PNG; q=1", "Cache-Control": "max-age=200000", "Age": "40000"])
    try await keep(
      "/b", ["Content-Type": "image/png", "Cache-Control": "max-age=60", "Age": "300060", "Vary": "Accept"])
    try await keep("/c", ["Content-Type": "image/png", "Cache-Control": "no-cache"])
    try await keep("/d", ["Cache-Control": "max-age=60"], status: 404)
    let lines = try await list().outputLines.map { line in
      line.split(separator: "  ", omittingEmptySubsequences: true).map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(lines.first == ["SIZE", "TYPE", "STORED", "USED", "FRESHNESS", "PARTITION", "URL"])
    #expect(lines.dropFirst().map { $0[1] } == ["image/png", "image/png", "image/png", "status 404"])
    #expect(lines.dropFirst().prefix(3).map { $0[4] } == ["fresh 44 h", "stale 3 days", "validate"])
    let objects = try await list("--json").objects()
    #expect(objects.map { $0["status"] as? Int } == [200, 200, 200, 404])
    #expect(objects[0]["type"] as? String == "image/png")
    #expect(objects[3]["type"] is NSNull)
    #expect(objects.map { ($0["fresh_for_s"] as? Int ?? -1) > 0 } == [true, false, false, true])
    #expect((objects[1]["freshness"] as? String)?.hasPrefix("stale by 3 days (max-age=60, age 3 days") == true)
  }

  @Test(arguments: [("", "everybody"), ("-", "\"-\""), ("everybody", "\"everybody\"")])
  func `no name of a partition reads like everybody's`(name: String, shown: String) async throws {
    try await keep("/a", ["Content-Type": "image/png", "Cache-Control": "max-age=60"], partition: name)
    let line = try #require(try await list().outputLines.last)
    #expect(line.split(separator: " ").dropLast().last.map { String($0) } == shown)
  }

  @Test(arguments: [[], ["--json"]])
  func `an empty list is said on standard error`(options: [String]) async throws {
    try await keep("/a", ["Content-Type": "image/png", "Cache-Control": "max-age=60"])
    let other = try await Tool.run(
      ["cache", "ls", "--cache", "cache", "--partition", "nobody"] + options, in: directory)
    #expect(other.status == 0)
    #expect(other.output.isEmpty)
    #expect(other.errors.hasSuffix("cache: The cache is empty for this partition.\n"))
    _ = try await Tool.run(["cache", "purge", "--cache", "cache"], in: directory)
    let empty = try await Tool.run(["cache", "ls", "--cache", "cache"] + options, in: directory)
    #expect(empty.status == 0)
    #expect(empty.output.isEmpty)
    #expect(empty.errors.hasSuffix("cache: The cache is empty.\n"))
  }
}
