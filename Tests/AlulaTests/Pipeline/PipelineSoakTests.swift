import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// Many loads that are cancelled at random moments, over a server that does everything wrong. The number comes from the
/// environment (`ALULA_SOAK`); without it a few hundred are run.
@Suite struct PipelineSoakTests {
  private static let count = ProcessInfo.processInfo.environment["ALULA_SOAK"].flatMap(Int.init) ?? 300

  /// What the server does, by the last part of the target.
  private static func answer(_ request: LoopbackRequest) -> LoopbackResponse {
    let good = LoadingBench.pictureResponse
    switch request.target.split(separator: "/").last {
    case "redirect": return .redirect(to: "good")
    case "loop": return .redirect(to: "loop")
    case "trailers":
      return good.with {
        $0.framing = .chunked(sizes: [50]); $0.trailers = ["X-Late": "yes"]
      }
    case "unauthorized": return .status(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""])
    case "cut": return good.cut(after: 60)
    case "reset": return good.cut(after: 60, by: .resets)
    case "html": return .ok(SampleImages.htmlErrorPage, type: "image/png")
    case "empty": return .ok([])
    case "slow": return good.with { $0.delay = .milliseconds(3) }
    case "dripping":
      return good.with {
        $0.pieceSize = 20; $0.delayBetweenPieces = .milliseconds(1)
      }
    default: return good
    }
  }

  private static let kinds = [
    "good", "redirect", "loop", "trailers", "unauthorized", "cut", "reset", "html", "empty", "slow", "dripping",
  ]

  @Test func `loads cancelled at random moments each end exactly once, and every socket is closed`() async throws {
    var limits = NetworkLimits.patient
    limits.maximumRequests = 12
    limits.maximumRequestsPerHost = 12
    let server = try LoopbackServer()
    server.on(prefix: "/", handler: Self.answer)
    do {
      var configuration = ImagePipeline.Configuration.ephemeral(memoryCache: MemoryCache(trimsOnPressure: false))
      configuration.network = limits
      let pipeline = ImagePipeline(configuration: configuration)
      let wrong = await run(pipeline, server)
      #expect(wrong == 0)
      // The pipeline still works after all that.
      #expect(try await pipeline.image(for: ImageRequest(server.url("/last/good"))).image.width == 32)
    }
    // The pipeline is gone, and with it its connections.
    #expect(await server.until(.connections(atMost: 0)))
  }

  /// The number of loads that did not end exactly once.
  private func run(_ pipeline: ImagePipeline, _ server: LoopbackServer) async -> Int {
    await withTaskGroup(of: Int.self) { group in
      for lane in 0..<24 {
        group.addTask {
          var generator = SeededGenerator(seed: UInt64(lane))
          var wrong = 0
          for index in 0..<(Self.count / 24) {
            let kind = Self.kinds[Int.random(in: 0..<Self.kinds.count, using: &generator)]
            // A third share their URL with other lanes.
            let place = Int.random(in: 0..<3, using: &generator) == 0 ? "shared/\(index % 5)" : "\(lane)/\(index)"
            guard let request = try? ImageRequest(server.url("/\(place)/\(kind)")) else { return 1 }
            let task = pipeline.task(for: request)
            let events = task.events
            for _ in 0..<Int.random(in: 0..<120, using: &generator) { await Task.yield() }
            if Int.random(in: 0..<4, using: &generator) > 0 { task.cancel() }
            var ends = 0
            for await event in events { if case .finished = event { ends += 1 } }
            if ends != 1 { wrong += 1 }
          }
          return wrong
        }
      }
      return await group.reduce(0, +)
    }
  }
}
