import Alula
import AlulaTesting
import Foundation
import Testing

@Suite struct FetchCommandTests {
  private let server: LoopbackServer
  private let directory: TemporaryDirectory

  init() throws {
    server = try LoopbackServer()
    directory = try TemporaryDirectory()
    server.on("/cat.png", .ok(try Sample.png(), type: "image/png"))
  }

  @Test func `without a size the bytes are kept and the name comes from the URL`() async throws {
    let result = try await Tool.run(["fetch", server.url("/cat.png")], in: directory)
    #expect(result.status == 0)
    #expect(result.output == "cat.png\n")
    #expect(result.errorLines.count == 1)
    #expect(result.errors.hasPrefix("alula: 1 of 1 fetched, "))
    #expect(directory.names() == ["cat.png"])
    #expect(directory.bytes("cat.png") == Data(try Sample.png()))
  }

  @Test func `a status that is no success is one line without the query and status 1`() async throws {
    let result = try await Tool.run(
      ["fetch", server.url("/no.png?token=secret"), server.url("/cat.png")], in: directory)
    #expect(result.status == 1)
    #expect(result.errorLines.contains("alula: \(server.url("/no.png")): The server answered with status 404."))
    #expect(!result.errors.contains("secret"))
    #expect(directory.names() == ["cat.png"])
  }

  @Test func `a page in place of a picture is an error and leaves no file`() async throws {
    server.on("/page.png", .text("<!DOCTYPE html><html><body>no</body></html>", type: "image/png"))
    let result = try await Tool.run(["fetch", server.url("/page.png")], in: directory)
    #expect(result.status == 1)
    #expect(result.errors.contains("This is no image but an HTML page."))
    #expect(directory.names().isEmpty)
  }

  @Test func `a picture cut off on the way is an error and leaves no file`() async throws {
    server.on("/cut.png", LoopbackResponse.ok(try Sample.png(), type: "image/png").cut(after: 40))
    let result = try await Tool.run(["fetch", server.url("/cut.png")], in: directory)
    #expect(result.status == 1)
    #expect(directory.names().isEmpty)
  }

  @Test func `a failed redirect says where it led, without the query`() async throws {
    server.on("/old.png", .redirect(to: "/gone.png?token=secret"))
    let result = try await Tool.run(["fetch", server.url("/old.png")], in: directory)
    #expect(
      result.errors.contains(
        "\(server.url("/old.png")): The server answered with status 404. (\(server.url("/gone.png")))"))
    #expect(!result.errors.contains("secret"))
  }

  @Test(arguments: [
    [], ["-"], [""], ["a", "-o", "x.bmp", "--fit", "9x9"], ["a", "-o", "x.gif", "--quality", "50"], ["a", "--nope"],
    ["a", "--fit", "3"], ["a", "--fit", "0x5"], ["a", "--fit", "nanx5"], ["a", "--fit"],
    ["a", "--fit", "1x1", "--fill", "1x1"], ["a", "--scale", "2"], ["a", "--format", "gif"], ["a", "--quality", "50"],
    ["a", "--format", "png", "--quality", "101"], ["a", "--format", "png", "--quality", "0.8"],
    ["a", "--concurrency", "0"], ["a", "--timeout", "-1"], ["a", "--max-pixels", "x"], ["a", "--header", "name"],
    ["a", "--header", "na me: x"], ["a", "--header", "a: b\nc: d"], ["a", "b", "-o", "x.png"], ["a", "b", "-o", "-"],
    ["a", "-o", "-", "--json"], ["--from", "missing.txt"],
    ["a", "--no-cache", "--offline"], ["a", "--no-cache", "--cache", "c"], ["a", "--offline", "--reload"],
    ["a", "--cache", ""], ["--from", "."],
  ])
  func `wrong usage is said on standard error with status 64`(arguments: [String]) async throws {
    let result = try await Tool.run(["fetch"] + arguments, in: directory)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("alula fetch: "))
    #expect(result.errors.hasSuffix("Try: alula help fetch\n"))
    #expect(directory.names().isEmpty)
  }

  @Test func `a size makes a picture of that size in the format that came`() async throws {
    server.on("/big", .ok(try Sample.jpeg(400, 300), type: "image/jpeg"))
    let result = try await Tool.run(["fetch", server.url("/big"), "--fit", "100x100", "--json"], in: directory)
    let object = try #require(try result.objects().first)
    #expect(object["file"] as? String == "big.jpg")
    #expect(object["format"] as? String == "jpeg")
    let header = try ImageHeader.read(try #require(directory.bytes("big.jpg")))
    #expect(header.size == PixelSize(width: 100, height: 75))
  }

  @Test(arguments: [("png", "png"), ("jpeg", "jpg"), ("webp", "webp")])
  func `a format is written with its own extension`(format: String, ending: String) async throws {
    let arguments = ["fetch", server.url("/cat.png"), "--fill", "5x5", "--scale", "2", "--format", format]
    let result = try await Tool.run(arguments, in: directory)
    #expect(result.output == "cat.\(ending)\n")
    let header = try ImageHeader.read(try #require(directory.bytes("cat.\(ending)")))
    #expect(header.format.name == format)
    #expect(header.size == PixelSize(width: 10, height: 10))
  }

  @Test func `every picture is one line of JSON, in which an error has no file`() async throws {
    let urls = [server.url("/cat.png"), server.url("/no.png")]
    let result = try await Tool.run(["fetch", "--json"] + urls, in: directory)
    let objects = try result.objects().sorted { ($0["status"] as? String ?? "") > ($1["status"] as? String ?? "") }
    try #require(objects.count == 2)
    let names = ["url", "status", "error", "source", "format", "width", "height", "bytes", "file", "ms"]
    for object in objects { #expect(names.allSatisfy { object[$0] != nil }) }
    #expect(objects.map { $0["url"] as? String } == urls)
    #expect(objects.map { $0["status"] as? String } == ["ok", "error"])
    #expect(objects[0]["source"] as? String == "network")
    #expect(objects[0]["width"] as? Int == 40)
    #expect(objects[0]["height"] as? Int == 30)
    #expect(objects[0]["bytes"] as? Int == (try Sample.png().count))
    #expect(objects[0]["error"] is NSNull)
    #expect(objects[1]["error"] as? String == "The server answered with status 404.")
    #expect(objects[1]["file"] is NSNull)
  }

  @Test func `quiet says errors alone`() async throws {
    let result = try await Tool.run(["fetch", "--quiet", server.url("/cat.png"), server.url("/no.png")], in: directory)
    #expect(result.output.isEmpty)
    #expect(result.errorLines == ["alula: \(server.url("/no.png")): The server answered with status 404."])
  }

  @Test func `header fields are sent, with repeats`() async throws {
    let headers = ["--header", "X-Kind: a", "--header", "x-kind: b", "--header", "Referer:http://c/"]
    _ = try await Tool.run(["fetch", server.url("/cat.png")] + headers, in: directory)
    let request = try #require(server.requests.first)
    #expect(request.headers.values("X-Kind") == ["a", "b"])
    #expect(request.headers["Referer"] == "http://c/")
  }

  @Test func `any number is a concurrency`() async throws {
    let result = try await Tool.run(["fetch", "--concurrency", "\(Int.max)", server.url("/cat.png")], in: directory)
    #expect(result.status == 0)
  }

  @Test func `concurrency is the most requests at once, to one host too`() async throws {
    server.on(prefix: "/p") { _ in .status(404) }
    server.hold(prefix: "/p")
    let tool = try Tool(["fetch", "--concurrency", "5"] + (0..<9).map { server.url("/p\($0)") }, in: directory)
    await server.until(.requests(5))
    server.release(prefix: "/p")
    _ = try await tool.result()
    #expect(server.counters.maximumRequestsAtOnce == 5)
  }

  @Test func `a picture of too many pixels is refused by its header`() async throws {
    let result = try await Tool.run(["fetch", "--max-pixels", "1199", server.url("/cat.png")], in: directory)
    #expect(result.status == 1)
    #expect(directory.names().isEmpty)
    #expect(try await Tool.run(["fetch", "--max-pixels", "1200", server.url("/cat.png")], in: directory).status == 0)
  }

  @Test func `a server that is silent for too long is an error`() async throws {
    server.hold("/cat.png")
    let result = try await Tool.run(["fetch", "--timeout", "0.2", server.url("/cat.png")], in: directory)
    #expect(result.status == 1)
    #expect(directory.names().isEmpty)
  }
}
