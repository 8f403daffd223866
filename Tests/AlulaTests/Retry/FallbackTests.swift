import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// Several URLs for one picture.
@Suite struct FallbackTests {
  private let bench: LoadingBench

  init() throws {
    bench = try LoadingBench()
    bench.server.on("/large.png", .ok(SampleImages.png(width: 64, height: 8), type: "image/png"))
    bench.server.on("/middle.png", .ok(SampleImages.png(width: 32, height: 8), type: "image/png"))
    bench.server.on("/small.png", .ok(SampleImages.png(width: 16, height: 8), type: "image/png"))
  }

  private func request(_ change: (inout ImageRequest) -> Void = { _ in }) throws -> ImageRequest {
    var request = try ImageRequest(
      bench.server.url("/large.png"),
      fallbacks: ["/middle.png", "/small.png"].map { bench.server.url($0) })
    change(&request)
    return request
  }

  private var asked: [String] { bench.server.requests.map(\.target) }

  private enum Way: CaseIterable { case image, data, task }

  /// The width of the picture, and which fallback it was.
  private func load(_ way: Way, _ request: ImageRequest, _ pipeline: ImagePipeline) async throws -> (Int, URL?) {
    switch way {
    case .image:
      let response = try await pipeline.image(for: request)
      return (response.image.width, response.fallback)
    case .task:
      let response = try await pipeline.task(for: request).response
      return (response.image.width, response.fallback)
    case .data:
      let response = try await pipeline.data(for: request)
      return (try DefaultImageDecoder().decode(response.data, options: DecodeOptions()).width, response.fallback)
    }
  }

  @Test func `they are tried in order until one answers, and the response says which`() async throws {
    for way in Way.allCases {
      await bench.pipeline.removeAll()
      bench.server.on("/large.png", .status(404))
      bench.server.on("/middle.png", .ok(Array("no picture".utf8), type: "image/png"))
      let before = asked.count
      let (width, fallback) = try await load(way, request(), bench.pipeline)
      #expect(width == 16 && fallback?.absoluteString == bench.server.url("/small.png"))
      #expect(asked.dropFirst(before) == ["/large.png", "/middle.png", "/small.png"])
    }
  }

  @Test func `the first that answers is the only one asked`() async throws {
    for way in Way.allCases {
      await bench.pipeline.removeAll()
      let (width, fallback) = try await load(way, request(), bench.pipeline)
      #expect(width == 64 && fallback == nil)
    }
    #expect(Set(asked) == ["/large.png"])
  }

  @Test func `when all fail, the error is that of the first`() async throws {
    bench.server.on("/large.png", .status(410))
    for target in ["/middle.png", "/small.png"] { bench.server.on(target, .status(404)) }
    for use in [ImageRequest.DataUse.full, .low] {
      for way in Way.allCases {
        await #expect {
          _ = try await load(way, request { $0.dataUse = use }, bench.pipeline)
        } throws: {
          ($0 as? LoadError)?.code == .status(410)
        }
      }
    }
  }

  @Test func `the picture of a fallback does not answer for the first, which is asked again next time`() async throws {
    bench.server.on("/large.png", [.status(503), .ok(SampleImages.png(width: 64, height: 8), type: "image/png")])
    #expect(try await bench.pipeline.image(for: request()).image.width == 32)
    #expect(bench.pipeline.cachedImage(for: try request()) == nil)
    #expect(bench.pipeline.cachedImage(for: try bench.request("/middle.png"))?.image.width == 32)
    #expect(try await bench.pipeline.image(for: request()).image.width == 64)
    #expect(bench.pipeline.cachedImage(for: try request())?.image.width == 64)
  }

  @Test func `cancelling tries no further`() async throws {
    bench.server.hold("/large.png")
    let task = bench.pipeline.task(for: try request())
    await bench.server.requests(reaching: 1)
    task.cancel()
    await #expect(throws: LoadError.cancelled) { try await task.response }
    await bench.server.until(.clientCloses(1))
    #expect(asked == ["/large.png"])
  }

  @Test func `with little data wanted the last is tried first, and what memory holds of a better one is shown`()
    async throws
  {
    for way in Way.allCases {
      await bench.pipeline.removeAll()
      let (width, fallback) = try await load(way, request { $0.dataUse = .low }, bench.pipeline)
      #expect(width == 16 && fallback != nil)
    }
    #expect(Set(asked) == ["/small.png"])
    #expect(bench.pipeline.cachedImage(for: try request { $0.dataUse = .low })?.image.width == 16)
    #expect(bench.pipeline.cachedImage(for: try request()) == nil)
    _ = try await bench.pipeline.image(for: request())
    for way in [Way.image, .task] {
      #expect(try await load(way, request { $0.dataUse = .low }, bench.pipeline).0 == 64)
    }
  }

  @Test(arguments: [(ImageRequest.DataUse.automatic, 16), (.low, 16), (.full, 64)])
  func `a constrained network wants little data, unless the request says otherwise`(
    use: ImageRequest.DataUse, width: Int
  ) async throws {
    let bench = try LoadingBench {
      $0.connectivity = Connectivity(isReachable: { nil }, untilReachable: {}, isConstrained: { true })
    }
    let request = try request { $0.dataUse = use }
    #expect(try await bench.pipeline.image(for: request).image.width == width)
  }

  @Test func `they are part of what makes requests equal, and not of the key`() throws {
    #expect(try request() != bench.request("/large.png"))
    #expect(try request() == request())
    let key = try bench.pipeline.imageKey(for: bench.request("/large.png"))
    #expect(try bench.pipeline.imageKey(for: request()) == key)
  }

  @Test func `what is for one origin stays there, and a key of one's own names the first alone`() async throws {
    let other = try LoopbackServer()
    other.on("/a.png", .ok(SampleImages.png(width: 8, height: 8), type: "image/png"))
    bench.server.on("/large.png", .status(404))
    bench.server.on("/middle.png", .status(404))
    let wanted = try request {
      $0.fallbacks = [$0.fallbacks[0]] + [URL(string: other.url("/a.png"))].compactMap(\.self)
      $0.headers = ["Authorization": "secret", "Cookie": "secret", "X": "1"]
      $0.cacheKey = "mine"
    }
    _ = try await bench.pipeline.image(for: wanted)
    #expect(bench.server.requests(to: "/middle.png").first?.headers["Authorization"] == "secret")
    let sent = try #require(other.requests.first).headers
    #expect(sent["Authorization"] == nil && sent["Cookie"] == nil && sent["X"] == "1")
    var mine = try bench.request("/large.png")
    mine.cacheKey = "mine"
    #expect(bench.pipeline.cachedImage(for: mine) == nil)
  }

  @Test func `a method that changes something goes to the first alone`() async throws {
    bench.server.on("/large.png", .status(503))
    await #expect(throws: LoadError.self) { try await bench.pipeline.image(for: request { $0.method = "POST" }) }
    #expect(asked == ["/large.png"])
  }

  @Test func `a fallback that is no URL is refused as a text, and passed over as a URL`() async throws {
    #expect(throws: LoadError.self) { try ImageRequest("https://example.org/a.png", fallbacks: ["nothing"]) }
    bench.server.on("/large.png", .status(404))
    let odd = try #require(URL(string: "mailto:a@example.org"))
    #expect(try await bench.pipeline.image(for: request { $0.fallbacks.insert(odd, at: 0) }).image.width == 32)
  }

  @Test func `forgetting a picture forgets those of its fallbacks`() async throws {
    bench.server.on("/large.png", .status(404))
    _ = try await bench.pipeline.image(for: request())
    await bench.pipeline.invalidate(try request())
    #expect(bench.pipeline.cachedImage(for: try bench.request("/middle.png")) == nil)
  }
}
