import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// Redirects between URLs that the normaliser takes for one.
@Suite struct NormalizedRedirectTests {
  private let bench: CacheBench

  init() throws { bench = try CacheBench() }

  private func pipeline() -> ImagePipeline {
    bench.restart { $0.keyNormalizer = CacheKeyNormalizer(droppingQueryItems: ["sig"]) }
  }

  @Test(arguments: [nil, "Accept"], [(301, "max-age=3600"), (302, "max-age=3600"), (302, nil), (301, nil)])
  func `a stored redirect to the signed form of its own URL does not answer for that`(
    vary: String?, redirect: (Int, String?)
  ) async throws {
    var headers: HTTPHeaders = ["Location": "/a.png?sig=1"]
    headers["Cache-Control"] = redirect.1
    bench.server.on("/a.png", LoopbackResponse(redirect.0, headers: headers))
    var fields: HTTPHeaders = ["Content-Type": "image/png", "Cache-Control": "max-age=60", "ETag": "\"v\""]
    fields["Vary"] = vary
    bench.server.on(
      "/a.png?sig=1", LoopbackResponse(200, headers: fields, body: .bytes(SampleImages.png(width: 8, height: 8))))
    let request = try bench.request("/a.png")
    for _ in 0..<3 {
      #expect(try await pipeline().image(for: request).image.width == 8)
      bench.pass(.seconds(61))
    }
    let pipeline = pipeline()
    await pipeline.invalidate(request)
    #expect(await DiskStore(directory: bench.folder.url).statistics().count == 0)
  }

  @Test func `a picture that is forgotten again and again while it loads leaves nothing`() async throws {
    bench.server.on("/a.png", .redirect(to: "/b.png?x=1"))
    bench.server.on("/b.png?x=1", LoopbackResponse(301, headers: ["Location": "/c.png"]))
    bench.serve("/c.png", "max-age=3600")
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    await withTaskGroup(of: Void.self) { group in
      for lane in 0..<4 {
        group.addTask {
          for _ in 0..<40 {
            if lane == 0 { await pipeline.invalidate(request) } else { _ = try? await pipeline.image(for: request) }
          }
        }
      }
    }
    await pipeline.invalidate(request)
    #expect(await DiskStore(directory: bench.folder.url).statistics().count == 0)
    #expect(pipeline.cachedImage(for: request) == nil)
  }
}
