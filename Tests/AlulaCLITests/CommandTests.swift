import AlulaTesting
import Foundation
import Testing

@Suite struct CommandTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: [
    ["--help"], ["-h"], ["help"], ["help", "help"], ["help", "fetch"], ["fetch", "--help"], ["fetch", "-h"],
    ["inspect", "-h"], ["decode", "-h"], ["help", "decode"], ["help", "thumbnail"], ["thumbnail", "-h"],
    ["cache", "ls", "-h"], ["help", "cache"], ["--version"],
    ["version"],
  ])
  func `help and version go to standard output`(arguments: [String]) async throws {
    let result = try await Tool.run(arguments, in: directory)
    #expect(result.status == 0)
    #expect(!result.output.isEmpty)
    #expect(result.errors.isEmpty)
  }

  @Test(arguments: [
    [], ["nothing"], ["help", "nothing"], ["fetch", ""], ["inspect", ""], ["decode", ""],
    ["decode", "a.png", "--pixels", "-", "--json"], ["inspect", "--", "-h", ""],
    ["cache"], ["cache", "nothing"], ["cache", "ls", "ls"], ["cache", "trim"], ["cache", "ls", "--to", "5MB"],
    ["cache", "trim", "--to", "5 parsecs"], ["cache", "trim", "--to", "MB"], ["cache", "trim", "--to", "-1"],
    ["cache", "verify", "--partition", "p"], ["cache", "stat", "--cache", ""],
  ])
  func `no command, an unknown one and what a command cannot do are wrong usage`(arguments: [String]) async throws {
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

  @Test func `a file that ends too soon is an error, and with --partial a picture that says so`() async throws {
    let file = SampleImages.png(width: 40, height: 30)
    try directory.write(file, to: "whole.png")
    try directory.write(Array(file.prefix(file.count / 2)), to: "cut.png")
    #expect(try await Tool.run(["decode", "cut.png"], in: directory).status == 1)
    let cut = try await Tool.run(["decode", "cut.png", "--partial", "--json"], in: directory)
    #expect(cut.status == 0)
    #expect(try cut.objects().first?["is_partial"] as? Bool == true)
    #expect(try cut.objects().first?["width"] as? Int == 40)
    let whole = try await Tool.run(["decode", "whole.png", "--partial", "--json"], in: directory)
    #expect(try whole.objects().first?["is_partial"] as? Bool == false)
    let line = try await Tool.run(["decode", "cut.png", "--partial", "--straight"], in: directory)
    #expect(line.output == "cut.png: png, 40×30 decoded to 40×30, partial: the file ends too soon\n")
    #expect(try await Tool.run(["decode", "--partial"], in: directory).status == 64)
  }

  @Test func `inspect reads URLs, and tells errors without their query`() async throws {
    let server = try LoopbackServer()
    server.on("/a?key=1", .ok(try Sample.png(), type: "image/png"))
    let result = try await Tool.run(["inspect", server.url("/a?key=1"), server.url("/b?key=2")], in: directory)
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("\(server.url("/a")): png, 40×30"))
    #expect(result.errors == "alula: \(server.url("/b")): The server answered with status 404.\n")
  }

  @Test(arguments: ["fetch", "inspect", "decode", "thumbnail"])
  func `a file that is not there and a folder are told alike by every command`(command: String) async throws {
    let rest = command == "thumbnail" ? ["-o", "out/"] : []
    let missing = try await Tool.run([command, "no.png"] + rest, in: directory)
    #expect(missing.status == 1)
    #expect(missing.errorLines.first == "alula: no.png: There is no such file.")
    try FileManager.default.createDirectory(at: directory.url("folder"), withIntermediateDirectories: false)
    let folder = try await Tool.run([command, "folder"] + rest, in: directory)
    #expect(folder.errorLines.first == "alula: folder: This is a folder, not a file.")
  }

  @Test(arguments: [
    ("127.0.0.1:8765/cat.jpg", true), ("localhost/cat.jpg", true), ("example.org/cat.jpg", true), ("host:80", true),
    ("cat.jpg", false), ("photos/cat.jpg", false), ("../cat.jpg", false), ("/tmp.d/no/cat.jpg", false),
    ("c:a/cat.jpg", false), ("file:///no.d/cat.jpg", false),
  ])
  func `a missing file that reads like a host gets a hint`(name: String, isHinted: Bool) async throws {
    let result = try await Tool.run(["inspect", name], in: directory)
    #expect(result.status == 1)
    #expect(result.errors.hasSuffix("There is no such file.\(isHinted ? " A URL begins with http: or https:." : "")\n"))
  }

  @Test func `the pixels go to standard output alone`() async throws {
    try directory.write(try Sample.png(), to: "cat.png")
    let result = try await Tool.run(["decode", "cat.png", "--pixels", "-"], in: directory)
    #expect(result.status == 0)
    #expect(result.bytes.count == 40 * 30 * 4)
    #expect(result.errors == "cat.png: png, 40×30 decoded to 40×30\n")
    #expect(directory.names() == ["cat.png"])
  }

  @Test func `a file of pixels takes its name when it is whole, and leaves the old one as it was`() async throws {
    try directory.write(try Sample.png(), to: "cat.png")
    try directory.write("old", to: "pixels")
    try FileManager.default.linkItem(at: directory.url("pixels"), to: directory.url("other"))
    let result = try await Tool.run(["decode", "cat.png", "--pixels", "pixels"], in: directory)
    #expect(result.status == 0)
    #expect(directory.bytes("pixels")?.count == 40 * 30 * 4)
    #expect(directory.bytes("other") == Data("old".utf8))
    #expect(directory.names() == ["cat.png", "other", "pixels"])
  }

  @Test func `a file of pixels that cannot be written is an error`() async throws {
    try directory.write(try Sample.png(), to: "cat.png")
    let result = try await Tool.run(["decode", "cat.png", "--pixels", "missing/pixels"], in: directory)
    #expect(result.status == 1)
    #expect(result.errors == "alula: cat.png: missing/pixels cannot be written: its folder does not exist.\n")
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
