import AlulaTesting
import Foundation
import Testing

/// Which pictures are loaded and where they go.
@Suite struct FetchFilesTests {
  private let server: LoopbackServer
  private let directory: TemporaryDirectory

  init() throws {
    server = try LoopbackServer()
    directory = try TemporaryDirectory()
    server.on(prefix: "/") { [picture = try Sample.png()] _ in .ok(picture, type: "image/png") }
  }

  @Test func `-o names the file of one picture`() async throws {
    let result = try await Tool.run(["fetch", server.url("/a.png"), "-o", "other.bin"], in: directory)
    #expect(result.output == "other.bin\n")
    #expect(directory.bytes("other.bin") == Data(try Sample.png()))
  }

  @Test func `-o with a slash makes the directory, and an existing one needs no slash`() async throws {
    _ = try await Tool.run(["fetch", server.url("/a.png"), server.url("/b.png"), "-o", "new/deep/"], in: directory)
    #expect(directory.names(in: "new/deep") == ["a.png", "b.png"])
    _ = try await Tool.run(["fetch", server.url("/c.png"), "-o", "new"], in: directory)
    #expect(directory.names(in: "new") == ["c.png", "deep"])
  }

  @Test func `-o - writes the picture and nothing else to standard output`() async throws {
    let result = try await Tool.run(["fetch", server.url("/a.png"), "-o", "-"], in: directory)
    #expect(result.status == 0)
    #expect(result.bytes == Data(try Sample.png()))
    #expect(directory.names().isEmpty)
  }

  @Test func `a file that cannot be written is an error`() async throws {
    let result = try await Tool.run(["fetch", server.url("/a.png"), "-o", "missing/a.png"], in: directory)
    #expect(result.status == 1)
    #expect(result.errors.contains("missing/a.png cannot be written: its folder does not exist."))
  }

  @Test func `a list is read without comments, empty lines and line ends, and each URL once`() async throws {
    let url = server.url("/a.png")
    try directory.write(
      "# pictures\r\n\r\n\(url)\r\n  \(server.url("/b.png"))  \n\(url)\n\(server.url("/c.png"))", to: "list")
    let result = try await Tool.run(["fetch", "--from", "list", url, "-o", "out/"], in: directory)
    #expect(result.status == 0)
    #expect(directory.names(in: "out") == ["a.png", "b.png", "c.png"])
    #expect(server.requests(to: "/a.png").count == 1)
    #expect(result.errors.hasPrefix("alula: 3 of 3 fetched"))
  }

  @Test func `two spellings of one URL are one picture`() async throws {
    let urls = [
      server.url("/a.png"), server.url("/./a.png#part"),
      server.url("/a.png").uppercased().replacing("/A.PNG", with: "/a.png"),
    ]
    let result = try await Tool.run(["fetch"] + urls, in: directory)
    #expect(result.output == "a.png\n")
  }

  @Test func `a list comes from standard input too`() async throws {
    let list = "\(server.url("/a.png"))\n\(server.url("/b.png"))\n"
    let result = try await Tool.run(["fetch", "--from", "-"], in: directory, input: list)
    #expect(result.status == 0)
    #expect(directory.names() == ["a.png", "b.png"])
  }

  @Test func `an empty list is no error`() async throws {
    #expect(try await Tool.run(["fetch", "--from", "-"], in: directory).status == 0)
  }

  @Test func `different URLs of one name get numbers in the order of the list`() async throws {
    server.on(prefix: "/n/") { request in
      let level = UInt8(request.path.split(separator: "/")[1]) ?? 0
      return (try? LoopbackResponse.ok(Sample.png(level: level))) ?? .status(500)
    }
    let urls = (1...40).map { server.url("/n/\($0)/thumb") }
    _ = try await Tool.run(["fetch", "--concurrency", "8"] + urls, in: directory)
    #expect(directory.bytes("thumb.png") == Data(try Sample.png(level: 1)))
    for number in 2...40 {
      #expect(directory.bytes("thumb-\(number).png") == Data(try Sample.png(level: UInt8(number))))
    }
  }

  @Test func `files and data URLs are pictures too`() async throws {
    try directory.write(try Sample.png(), to: "in #1.png")
    let result = try await Tool.run(["fetch", "in #1.png", Sample.gifURL, "-o", "out/", "--json"], in: directory)
    #expect(Set(try result.objects().map { $0["source"] as? String }) == ["file", "data"])
    #expect(directory.names(in: "out") == ["image.gif", "in #1.png"])
  }

  @Test func `a picture that is read is never written over`() async throws {
    try directory.write(try Sample.png(), to: "cat.png")
    let result = try await Tool.run(["fetch", server.url("/cat.png"), "cat.png", "--fit", "5x5"], in: directory)
    #expect(result.status == 0)
    #expect(directory.bytes("cat.png") == Data(try Sample.png()))
    #expect(directory.names() == ["cat-2.png", "cat-3.png", "cat.png"])
  }
}
