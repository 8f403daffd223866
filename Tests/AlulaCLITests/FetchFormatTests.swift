import Alula
import AlulaTesting
import Foundation
import Testing

/// What the name after `-o` says of the format.
@Suite struct FetchFormatTests {
  private let server: LoopbackServer
  private let directory: TemporaryDirectory

  init() throws {
    server = try LoopbackServer()
    directory = try TemporaryDirectory()
    server.on("/a.jpg", .ok(try Sample.jpeg(), type: "image/jpeg"))
  }

  @Test(arguments: [("x.png", "png"), ("x.WEBP", "webp")])
  func `the suffix of another format makes a picture of that format at its full size`(
    name: String, format: String
  ) async throws {
    let result = try await Tool.run(["fetch", server.url("/a.jpg"), "-o", name, "--json"], in: directory)
    #expect(result.status == 0)
    #expect(try result.objects().first?["format"] as? String == format)
    let header = try ImageHeader.read(try #require(directory.bytes(name)))
    #expect(header.format.name == format)
    #expect(header.size == PixelSize(width: 40, height: 30))
  }

  @Test(arguments: ["x.jpg", "x.JPEG", "x", "x.bin", ".png"])
  func `the suffix of the same format, another one and none keep the bytes`(name: String) async throws {
    let result = try await Tool.run(["fetch", server.url("/a.jpg"), "-o", name], in: directory)
    #expect(result.status == 0)
    #expect(directory.bytes(name) == Data(try Sample.jpeg()))
  }

  @Test(arguments: ["x.bmp", "x.gif", "x.tiff", "x.avif", "x.heic", "x.jxl", "x.ico", "x.svg"])
  func `the suffix of a format that is not written is an error and leaves no file`(name: String) async throws {
    let result = try await Tool.run(["fetch", server.url("/a.jpg"), "-o", name], in: directory)
    #expect(result.status == 1)
    #expect(result.errors.contains("\"\(name)\" asks for a format that is not written; use png, jpeg or webp."))
    #expect(directory.names().isEmpty)
  }

  @Test func `a format that is not written is kept when it came`() async throws {
    let result = try await Tool.run(["fetch", Sample.gifURL, "-o", "x.gif"], in: directory)
    #expect(result.status == 0)
    #expect(try ImageHeader.read(try #require(directory.bytes("x.gif"))).format == .gif)
  }

  @Test func `the suffix chooses the format when a size is asked for`() async throws {
    let arguments = ["fetch", server.url("/a.jpg"), "--fit", "9x9", "-o", "b.webp", "--json"]
    let result = try await Tool.run(arguments, in: directory)
    #expect(try result.objects().first?["format"] as? String == "webp")
  }

  @Test(arguments: ["x.jpg", "x.bmp", "x"])
  func `--format is stronger than the suffix`(name: String) async throws {
    let arguments = ["fetch", server.url("/a.jpg"), "--format", "png", "-o", name]
    #expect(try await Tool.run(arguments, in: directory).status == 0)
    #expect(try ImageHeader.read(try #require(directory.bytes(name))).format == .png)
  }

  @Test func `a quality is never passed over`() async throws {
    let arguments = ["fetch", server.url("/a.jpg"), "--quality", "5", "-o", "x.jpg"]
    #expect(try await Tool.run(arguments, in: directory).status == 0)
    #expect(directory.bytes("x.jpg") != Data(try Sample.jpeg()))
  }
}
