import Alula
import AlulaTesting
import Foundation
import Testing

@Suite struct ObservationTests {
  private struct Trace {
    let events: [[String: Any]]

    init(_ data: Data?) throws {
      let object = try JSONSerialization.jsonObject(with: try #require(data)) as? [String: Any]
      events = try #require(object?["traceEvents"] as? [[String: Any]])
    }

    func events(_ phase: String) -> [[String: Any]] { events.filter { $0["ph"] as? String == phase } }

    func named(_ name: String) -> [[String: Any]] { events.filter { $0["name"] as? String == name } }

    /// Names of tracks and groups.
    var tracks: [String] {
      events("M").compactMap { ($0["args"] as? [String: Any])?["name"] as? String }
    }
  }

  private let server: LoopbackServer
  private let directory: TemporaryDirectory

  init() throws {
    server = try LoopbackServer()
    directory = try TemporaryDirectory()
    // Different pictures, since equal ones are decoded once.
    for index in 0..<4 {
      server.on("/cat\(index).png?secret", .ok(try Sample.png(level: UInt8(index)), type: "image/png"))
    }
  }

  private var urls: [String] { (0..<4).map { server.url("/cat\($0).png?secret") } }

  private func metrics(_ data: Data?, _ part: String) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: try #require(data)) as? [String: Any]
    return try #require(object?[part] as? [String: Any])
  }

  @Test func `metrics of a run say what the server counted`() async throws {
    let result = try await Tool.run(
      ["fetch", "--metrics", "m.json"] + urls + [server.url("/no.png")], in: directory)
    #expect(result.status == 1)
    let network = try metrics(directory.bytes("m.json"), "network")
    #expect(network["sent"] as? Int == server.counters.requests)
    #expect(network["received_bytes"] as? Int == server.counters.bodyBytesSent.bytes)
    #expect(network["client_errors"] as? Int == 1)
    let requests = try metrics(directory.bytes("m.json"), "requests")
    #expect(requests["asked"] as? Int == 5)
    #expect(requests["failed"] as? Int == 1)
  }

  @Test func `metrics go to standard output when nothing else does`() async throws {
    let result = try await Tool.run(["fetch", "--quiet", "--metrics", "-"] + urls, in: directory)
    #expect(result.status == 0)
    #expect(try metrics(result.bytes, "network")["sent"] as? Int == 4)
  }

  @Test func `a trace has the steps of each request, its host and its decoder, and no URL`() async throws {
    let result = try await Tool.run(["fetch", "--fit", "9x9", "--trace", "t.json"] + urls, in: directory)
    #expect(result.status == 0)
    let trace = try Trace(directory.bytes("t.json"))
    #expect(trace.named("network").count == 4)
    #expect(trace.named("wait for network").count == 4)
    #expect(trace.named("decode").count == 4)
    #expect(trace.named("cache: fetched").count == 4)
    for request in 1...8 { #expect(trace.named("request \(request)").count == 1) }
    for group in ["requests", "network", "decoding", "lane 1", "127.0.0.1:\(server.port) (1)", "decoder 0"] {
      #expect(trace.tracks.contains(group))
    }
    let text = String(decoding: directory.bytes("t.json") ?? Data(), as: UTF8.self)
    #expect(!text.contains("secret") && !text.contains("cat"))
    let details = try #require(trace.named("network").first?["args"] as? [String: Any])
    #expect(details["status"] as? Int == 200)
    #expect(details["body_bytes"] as? Int == (try Sample.png(level: 0).count))
  }

  @Test func `on no track of a trace a piece of time begins in another and ends after it`() async throws {
    let many = (0..<40).map { server.url("/no\($0)") } + urls
    _ = try await Tool.run(["fetch", "--fit", "9x9", "--trace", "t.json"] + many, in: directory)
    let trace = try Trace(directory.bytes("t.json"))
    let tracks = Dictionary(grouping: trace.events("X")) { "\($0["pid"] ?? "") \($0["tid"] ?? "")" }
    #expect(tracks.count >= 3)
    for slices in tracks.values {
      // As viewers read it: what is open is a stack, by whole nanoseconds.
      var open: [Int] = []
      for slice in slices.map(Self.nanoseconds).sorted(by: { ($0.start, -$0.end) < ($1.start, -$1.end) }) {
        while let last = open.last, last <= slice.start { open.removeLast() }
        #expect(open.last.map { slice.end <= $0 } ?? true)
        open.append(slice.end)
      }
    }
  }

  private static func nanoseconds(_ event: [String: Any]) -> (start: Int, end: Int) {
    let (start, length) = (event["ts"] as? Double ?? -1, event["dur"] as? Double ?? -1)
    return (Int((start * 1000).rounded()), Int(((start + length) * 1000).rounded()))
  }

  @Test func `a run that is interrupted leaves what it saw`() async throws {
    server.hold(prefix: "/")
    // Where many tests run, this one may get its next turn late.
    let options = ["--timeout", "300", "--metrics", "m.json", "--trace", "t.json"]
    let tool = try Tool(["fetch"] + options + urls, in: directory)
    await server.until(.requests(3))
    tool.interrupt()
    let result = try await tool.result()
    #expect(result.status == 130, "\(result.errors)")
    #expect(try metrics(directory.bytes("m.json"), "requests")["cancelled"] as? Int == 4)
    // A place that becomes free may be taken by the fourth before it is cancelled, too.
    #expect((3...4).contains(try Trace(directory.bytes("t.json")).named("network").count))
    #expect(directory.names() == ["m.json", "t.json"])
  }

  @Test func `what cannot be written is said, and the pictures are there`() async throws {
    let result = try await Tool.run(["fetch", "--trace", "none/t.json", urls[0]], in: directory)
    #expect(result.status == 1)
    #expect(result.errors.contains("none/t.json cannot be written: its folder does not exist."))
    #expect(directory.names() == ["cat0.png"])
  }

  @Test(arguments: [
    ["--metrics", "-", "a"], ["--metrics", "-", "--quiet", "--json", "a"],
    ["--metrics", "-", "--quiet", "-o", "-", "a"],
    ["--trace", "-", "a"], ["--trace", "x", "--metrics", "x", "a"], ["--trace", "x.png", "-o", "x.png", "a"],
    ["--trace", "list", "--from", "list"], ["--metrics", "https://a/b", "c"],
  ])
  func `a place that is taken is refused before anything is loaded`(arguments: [String]) async throws {
    try directory.write("http://127.0.0.1:9/a\n", to: "list")
    let result = try await Tool.run(["fetch"] + arguments, in: directory)
    #expect(result.status == 64)
    #expect(directory.names() == ["list"])
  }
}
