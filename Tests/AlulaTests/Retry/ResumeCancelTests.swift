import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// What came before somebody cancelled is not thrown away.
@Suite struct ResumeCancelTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a load that was cancelled goes on where it ended`() async throws {
    let folder = try TemporaryFolder()
    let scene = RetryScene { $0.diskStore = DiskStore(directory: folder.url) }
    let body = SampleImages.png(width: 320, height: 240)
    let cut = 100_000
    let fields: HTTPHeaders = ["ETag": "\"v1\"", "Cache-Control": "max-age=60", "Content-Type": "image/png"]
    var whole = fields
    whole["Content-Length"] = "\(body.count)"
    var rest = fields
    rest["Content-Range"] = "bytes \(cut)-\(body.count - 1)/\(body.count)"
    scene.transport.on(
      RetryScene.url,
      FakeAnswer([.head(HTTPResponseHead(status: 200, headers: whole)), .body(Array(body[..<cut])), .hold]),
      FakeAnswer([.head(HTTPResponseHead(status: 206, headers: rest)), .body(Array(body[cut...]))]))
    let task = scene.pipeline.task(for: try scene.request())
    scene.executor.drain()
    #expect(scene.transport.counters.bodyBytes.bytes == cut)
    task.cancel()
    scene.executor.drain()
    #expect(scene.transport.counters.cancelled == 1)
    #expect(try scene.failure() == nil)
    #expect(scene.transport.requests.map { $0.headers["Range"] } == [nil, "bytes=\(cut)-"])
  }
}
