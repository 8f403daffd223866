import Alula
import AlulaTesting
import Foundation
import Testing

@Suite struct ThumbnailCommandTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(try Sample.png(), to: "cat.png")
    try directory.write(try Sample.jpeg(), to: "dog.jpg")
    // Red to the left, blue to the right: 40 × 20.
    let halves = try Bitmap(size: PixelSize(width: 40, height: 20)) { bytes in
      for index in 0..<40 * 20 {
        let color: [UInt8] = index % 40 < 20 ? [255, 0, 0, 255] : [0, 0, 255, 255]
        for channel in 0..<4 { bytes[index * 4 + channel] = color[channel] }
      }
    }
    try directory.write(Array(try ImageEncoder(format: .png).encode(halves)), to: "halves.png")
  }

  private func bitmap(_ name: String) throws -> Bitmap {
    try DefaultImageDecoder().decode(try #require(directory.bytes(name)), options: DecodeOptions())
  }

  private func pixel(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> [UInt8] {
    bitmap.withUnsafeBytes { bytes in Array(bytes[(y * bitmap.width + x) * 4..<(y * bitmap.width + x) * 4 + 4]) }
  }

  private func run(_ arguments: String...) async throws -> Tool.Result {
    try await Tool.run(["thumbnail"] + arguments, in: directory)
  }

  @Test(
    arguments: [
      ("out.png", ImageFormat.png), ("out.JPG", .jpeg), ("out.webp", .webp), ("out", .jpeg), ("out.bin", .jpeg),
    ])
  func `the suffix says the format, without one it is the format that came`(name: String, format: ImageFormat)
    async throws
  {
    let result = try await run("dog.jpg", "--fit", "20x20", "-o", name)
    #expect(result.status == 0)
    #expect(result.output == "\(name)\n")
    #expect(result.errors.isEmpty)
    let header = try ImageHeader.read(try #require(directory.bytes(name)))
    #expect(header.format == format)
    #expect(header.size == PixelSize(width: 20, height: 15))
  }

  @Test(arguments: [
    ["thumbnail", "cat.png", "--fit", "4x4", "-o"], ["fetch", "cat.png", "--fit", "4x4", "-o"],
    ["thumbnail", "dog.jpg", "./cat.png", "-o"], ["decode", "cat.png", "--pixels"],
  ])
  func `no picture is written over what it is made of, by whatever name`(command: [String]) async throws {
    let before = try #require(directory.bytes("cat.png"))
    try FileManager.default.createSymbolicLink(
      at: directory.url("link.png"), withDestinationURL: directory.url("cat.png"))
    for name in ["cat.png", "./cat.png", "link.png"] {
      let result = try await Tool.run(command + [name], in: directory)
      #expect(result.status == 64)
      #expect(command.contains("dog.jpg") || result.errors.contains("never written over"))
    }
    #expect(directory.bytes("cat.png") == before)
  }

  @Test func `a link stays, and what it leads to is written`() async throws {
    try directory.write([1], to: "old.png")
    try FileManager.default.createSymbolicLink(
      at: directory.url("link.png"), withDestinationURL: directory.url("old.png"))
    #expect(try await run("cat.png", "--fit", "4x4", "-o", "link.png").status == 0)
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: directory.url("link.png").path)
    #expect(link.hasSuffix("old.png"))
    #expect(try bitmap("old.png").width <= 4)
  }

  @Test func `a drawing fills what is asked for, wherever it is cut`() async throws {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='24' height='24'><rect width='24' height='24'/></svg>"
    try directory.write(Array(svg.utf8), to: "icon.svg")
    for options in [[], ["--focus", "0.5,0.5"]] {
      let result = try await Tool.run(
        ["thumbnail", "icon.svg", "--fill", "50x30", "-o", "icon.png"] + options, in: directory)
      #expect(result.status == 0, "\(result.errors)")
      #expect(try bitmap("icon.png").size == PixelSize(width: 50, height: 30))
    }
  }

  @Test func `who may read a file that is written over may read the new one, and nobody else`() async throws {
    try directory.write([1], to: "mine.png")
    let path = directory.url("mine.png").path
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    #expect(try await run("cat.png", "--fit", "4x4", "-o", "mine.png").status == 0)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    #expect(directory.names().allSatisfy { !$0.hasPrefix(".") })
  }

  @Test func `--format is stronger than the suffix, and quality counts`() async throws {
    _ = try await run("dog.jpg", "--format", "webp", "-o", "x.png")
    #expect(try ImageHeader.read(try #require(directory.bytes("x.png"))).format == .webp)
    _ = try await run("dog.jpg", "--quality", "95", "-o", "good.jpg")
    _ = try await run("dog.jpg", "--quality", "5", "-o", "bad.jpg")
    #expect(try #require(directory.bytes("good.jpg")) != (try #require(directory.bytes("bad.jpg"))))
  }

  @Test func `a jpeg that becomes transparent is a png, unless a format is asked for`() async throws {
    let round = try await run("dog.jpg", "--circle", "-o", "out/", "--json")
    #expect(try round.objects().first?["file"] as? String == "out/dog.png")
    #expect(pixel(try bitmap("out/dog.png"), 0, 0) == [0, 0, 0, 0])
    _ = try await run("dog.jpg", "--circle", "-o", "white.jpg")
    #expect(pixel(try bitmap("white.jpg"), 0, 0)[0] > 240)
  }

  @Test func `the focal point decides what is kept`() async throws {
    for (focus, color) in [("0,0.5", [255, 0, 0, 255]), ("1,0.5", [0, 0, 255, 255])] as [(String, [UInt8])] {
      for options in [["--fill", "10x10"], ["--crop", "10x10"], ["--circle"]] {
        let result = try await Tool.run(
          ["thumbnail", "halves.png", "--focus", focus, "-o", "x.png"] + options, in: directory)
        #expect(result.status == 0)
        let bitmap = try bitmap("x.png")
        #expect(bitmap.width == bitmap.height)
        #expect(pixel(bitmap, bitmap.width / 2, bitmap.height / 2) == color, "\(focus) \(options)")
      }
    }
  }

  @Test func `steps are made in the order of the help, whatever the order of the options`() async throws {
    let first = [
      "--border", "2#00ff00", "--round", "4", "--mono", "--blur", "1.5", "--crop", "20x16", "--fit", "30x30",
    ]
    for (name, options) in [
      ("a.png", first),
      ("b.png", ["--fit=30x30", "--crop=20x16", "--mono", "--blur=1.5", "--round=4", "--border=2#00ff00"]),
    ] {
      #expect(try await Tool.run(["thumbnail", "halves.png", "-o", name] + options, in: directory).status == 0)
    }
    #expect(directory.bytes("a.png") == directory.bytes("b.png"))
    let bitmap = try bitmap("a.png")
    #expect(bitmap.size == PixelSize(width: 20, height: 15))
    #expect(pixel(bitmap, 0, 0) == [0, 0, 0, 0])
    #expect(pixel(bitmap, 10, 0) == [0, 255, 0, 255])
    let middle = pixel(bitmap, 10, 7)
    #expect(middle[0] == middle[1] && middle[1] == middle[2] && middle[3] == 255)
  }

  @Test func `a tint lies over the picture`() async throws {
    _ = try await run("halves.png", "--tint", "#00ff0080", "-o", "x.png")
    #expect(pixel(try bitmap("x.png"), 5, 5) == [127, 128, 0, 255])
  }

  @Test func `lengths count times the scale`() async throws {
    _ = try await run("halves.png", "--crop", "5x4", "--scale", "3", "--border", "1#ffffff", "-o", "x.png")
    let bitmap = try bitmap("x.png")
    #expect(bitmap.size == PixelSize(width: 15, height: 12))
    #expect(pixel(bitmap, 2, 6) == [255, 255, 255, 255])
    #expect(pixel(bitmap, 3, 6) == [255, 0, 0, 255])
  }

  @Test func `many pictures go into a directory, and none is written over`() async throws {
    try directory.write(try Sample.png(10, 10), to: "other.png")
    let result = try await run("cat.png", "dog.jpg", "./cat.png", "other.png", "--fit", "8x8", "-o", "./", "--json")
    #expect(result.status == 0)
    let files = try result.objects().compactMap { $0["file"] as? String }.sorted()
    #expect(files == ["./cat-2.png", "./cat-3.png", "./dog-2.jpg", "./other-2.png"])
    #expect(directory.bytes("cat.png") == Data(try Sample.png()))
  }

  @Test func `hashes are those of what was made, and need no file`() async throws {
    let people = try await run("halves.png", "--blurhash", "--thumbhash")
    #expect(people.status == 0)
    #expect(people.outputLines.count == 2)
    #expect(people.output.hasPrefix("halves.png: blurhash L"))
    #expect(directory.names() == ["cat.png", "dog.jpg", "halves.png"])
    let object = try await #require(
      run("halves.png", "--crop", "10x10", "--focus", "0,0", "--blurhash", "--thumbhash", "--json").objects().first)
    let blurHash = try BlurHash(try #require(object["blurhash"] as? String))
    #expect(blurHash.averageColor == ImageColor(red: 255, green: 0, blue: 0))
    let thumbHash = try ThumbHash(base64: try #require(object["thumbhash"] as? String))
    #expect(thumbHash.aspectRatio == 1)
    #expect(object["file"] is NSNull)
  }

  @Test func `a picture goes to standard output alone, hashes to standard error`() async throws {
    let result = try await run("cat.png", "--fit", "8x8", "--blurhash", "-o", "-")
    #expect(result.status == 0)
    #expect(try ImageHeader.read(result.bytes).size == PixelSize(width: 8, height: 6))
    #expect(result.errorLines.count == 1)
  }

  @Test func `JSON keeps its names, and a failure is a line and status 1`() async throws {
    try directory.write("no picture", to: "bad.png")
    let result = try await run("cat.png", "bad.png", "gone.png", "--fit", "8x8", "--json", "-o", "out/")
    #expect(result.status == 1)
    let objects = try result.objects()
    let names = ["name", "status", "format", "width", "height", "bytes", "file", "blurhash", "thumbhash"]
    #expect(objects.count == 3)
    for object in objects { #expect(names.allSatisfy { object[$0] != nil }) }
    #expect(objects.filter { $0["status"] as? String == "error" }.allSatisfy { $0["error"] is String })
    #expect(result.errors.contains("alula: gone.png: There is no such file."))
    #expect(directory.names(in: "out") == ["cat.png"])
  }

  @Test func `a URL is loaded, and told without its query`() async throws {
    let server = try LoopbackServer()
    server.on("/a.png?key=1", .ok(try Sample.png(), type: "image/png"))
    let result = try await run(server.url("/a.png?key=1"), server.url("/b.png?key=2"), "--fit", "8x8", "-o", "out/")
    #expect(result.status == 1)
    #expect(result.output == "out/a.png\n")
    #expect(result.errors == "alula: \(server.url("/b.png")): The server answered with status 404.\n")
  }

  @Test func `a file that cannot be written is an error`() async throws {
    let result = try await run("cat.png", "-o", "missing/x.png")
    #expect(result.status == 1)
    #expect(result.errors == "alula: cat.png: missing/x.png cannot be written: its folder does not exist.\n")
  }

  @Test(
    arguments: [
      ([], "Name at least one"), (["cat.png"], "-o is missing"), (["a", "b", "-o", "x.png"], "-o names one file"),
      (["a", "-o", "x.gif"], "asks for a format that is not written"), (["a", "-o", "-", "--json"], "both need"),
      (["a", "-o", "x", "--circle", "--round", "3"], "exclude each other"),
      (["a", "-o", "x", "--focus", "0.5,0.5", "--fit", "9x9"], "--focus needs"),
      (["a", "-o", "x", "--crop", "9x9", "--focus", "0.5"], "two numbers from 0 to 1"),
      (["a", "-o", "x", "--crop", "9x9", "--focus", "0.5,2"], "two numbers from 0 to 1"),
      (["a", "-o", "x", "--crop", "0x9"], "a size like 300x200"), (["a", "-o", "x", "--crop", "nanx9"], "a size like"),
      (["a", "-o", "x", "--tint", "red"], "a colour like"),
      (["a", "-o", "x", "--border", "2"], "a width and a colour"),
      (["a", "-o", "x", "--border", "#ffffff"], "a width and a colour"),
      (["a", "-o", "x", "--border", "-1#ffffff"], "a width and a colour"),
      (["a", "-o", "x", "--border", "inf#ffffff"], "a width and a colour"),
      (["a", "-o", "x", "--blur", "nan"], "a number above zero"),
      (["a", "-o", "x", "--round", "-1"], "a number above"),
      (["a", "-o", "x", "--fit", "0x9"], "above zero"), (["a", "--blurhash", "--quality", "9"], "need -o"),
      (["-", "-", "-o", "x/"], "twice"), (["a", "-o", "x", "--nope"], "no option --nope"),
    ])
  func `wrong usage says what is wrong`(arguments: [String], message: String) async throws {
    let result = try await Tool.run(["thumbnail"] + arguments, in: directory)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(message))
  }
}
