import AlulaTesting
import Foundation
import Testing

@_spi(Conformance) @testable import Alula

/// What servers say of bodies, against what was stored.
@Suite struct MediaTypeTests {
  @Test(arguments: ["text/html", "text/html; charset=utf-8", "application/octet-stream"])
  func `a 304 with the media type of a page leaves the stored picture as it is`(type: String) async throws {
    let bench = try CacheBench()
    let picture = SampleImages.png(width: 8, height: 8)
    bench.server.on("/a.png") { request in
      guard request.headers["If-None-Match"] == nil else {
        return LoopbackResponse(304, headers: ["ETag": "\"v\"", "Content-Type": type, "Cache-Control": "max-age=60"])
      }
      return LoopbackResponse(
        200, headers: ["ETag": "\"v\"", "Content-Type": "image/png", "Cache-Control": "max-age=60"],
        body: .bytes(picture))
    }
    let request = try bench.request("/a.png")
    for _ in 0..<3 {
      let pipeline = bench.restart { $0.network.mediaTypeCheck = .strict }
      #expect(try await pipeline.image(for: request).image.width == 8)
      bench.pass(.seconds(61))
    }
    #expect(bench.conditional("/a.png") == 2)
    #expect(bench.server.counters.bodyBytesSent == ByteCount(picture.count))
  }

  @Test func `an encoded part is no picture and joins no other part`() async throws {
    let bench = try CacheBench()
    let coded: HTTPHeaders = [
      "Content-Type": "text/plain", "Content-Encoding": "gzip", "Cache-Control": "max-age=3600", "ETag": "\"v\"",
    ]
    let body = EncodedBodies.gzip
    bench.server.on("/a") { request in
      guard request.headers["Range"] == "bytes=0-39" else {
        return LoopbackResponse(200, headers: coded, body: .bytes(body))
      }
      var headers = coded
      headers.append("Content-Range", "bytes 0-39/\(body.count)")
      return LoopbackResponse(206, headers: headers, body: .bytes(Array(body.prefix(40))))
    }
    let pipeline = bench.restart()
    let whole = try bench.request("/a")
    var part = whole
    part.headers.append("Range", "bytes=0-39")
    // What a half of gzip decodes to, or that it does not: nobody's business but the caller's.
    _ = try? await pipeline.exchange(part)
    #expect(await DiskStore(directory: bench.folder.url).statistics().count == 0)
    #expect(try await String(decoding: pipeline.exchange(whole).body, as: UTF8.self) == EncodedBodies.plain)
    #expect(bench.server.requests(to: "/a").last?.headers["Range"] == nil)
    let cut = try await pipeline.exchange(part)
    #expect(cut.status == 200 && String(decoding: cut.body, as: UTF8.self) == EncodedBodies.plain)
  }
}
