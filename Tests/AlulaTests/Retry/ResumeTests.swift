import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// A body that was cut short goes on where it ended, or is asked for anew, and is the same bytes in the end.
@Suite struct ResumeTests {
  private let bench: CacheBench
  private let body = SampleImages.png(width: 640, height: 480)
  private let target = "/a.png"

  init() throws { bench = try CacheBench() }

  private func pipeline(
    retries: Bool = true, isOnDisk: Bool = true, _ configure: (inout ImagePipeline.Configuration) -> Void = { _ in }
  ) -> ImagePipeline {
    bench.restart {
      $0.network.retry = retries ? RetryPolicy() : .none
      $0.retryPacing.sleep = { _ in }
      if !isOnDisk { $0.diskStore = nil }
      configure(&$0)
    }
  }

  private func resource(
    _ etag: String? = "\"v1\"", _ more: HTTPHeaders = [:], body: [UInt8]? = nil
  ) -> LoopbackResource {
    var headers: HTTPHeaders = ["Cache-Control": "max-age=3600"]
    for field in more { headers[field.name] = field.value }
    return LoopbackResource(.bytes(body ?? self.body), type: "image/png", etag: etag, headers: headers)
  }

  /// Answers as `resource` does, the first answers cut after so many bytes of theirs.
  private func serve(_ resource: LoopbackResource, cuts: [Int], then: LoopbackResource? = nil) {
    let count = Locked(0)
    bench.server.on(target) { request in
      let index = count.withLock { count in
        count += 1
        return count - 1
      }
      guard index < cuts.count else { return (then ?? resource).respond(to: request) }
      return resource.respond(to: request).cut(after: cuts[index])
    }
  }

  private var sent: [HTTPHeaders] { bench.server.requests(to: target).map(\.headers) }
  private var ranges: [String?] { sent.map { $0["Range"] } }
  private var bodyBytes: Int { bench.server.counters(for: target).bodyBytesSent.bytes }

  private func bytes(_ pipeline: ImagePipeline, _ policy: ImageRequest.CachePolicy = .followHTTP) async throws
    -> [UInt8]
  {
    var request = try bench.request(target)
    request.cachePolicy = policy
    return try await Array(pipeline.data(for: request).data)
  }

  // MARK: Within retries

  @Test(arguments: [true, false], [10, 0.6])
  func `exactly the missing bytes are asked for`(isOnDisk: Bool, place: Double) async throws {
    let cut = place < 1 ? Int(Double(body.count) * place) : Int(place)
    serve(resource(), cuts: [cut])
    let pipeline = pipeline(isOnDisk: isOnDisk)
    #expect(try await bytes(pipeline) == body)
    #expect(ranges == [nil, "bytes=\(cut)-"] && sent[1]["If-Range"] == "\"v1\"")
    #expect(bodyBytes == body.count)
    if isOnDisk { #expect(try await bytes(self.pipeline(), .onlyCached) == body) }
  }

  @Test func `a body that is cut twice goes on twice, and progress never goes back`() async throws {
    let (first, second) = (body.count * 3 / 10, body.count * 4 / 10)
    serve(resource(), cuts: [first, second])
    let task = pipeline().task(for: try bench.request(target))
    var received: [Int] = []
    for await event in task.events {
      if case .progress(let progress) = event { received.append(progress.received.bytes) }
    }
    #expect(ranges == [nil, "bytes=\(first)-", "bytes=\(first + second)-"])
    #expect(bodyBytes == body.count && received == received.sorted() && received.last == body.count)
    #expect(try await bytes(pipeline(), .onlyCached) == body)
  }

  @Test(arguments: [true, false]) func `another entity tag in between starts over`(isOnDisk: Bool) async throws {
    let other = SampleImages.png(width: 600, height: 480)
    serve(resource(), cuts: [body.count * 6 / 10], then: resource("\"v2\"", body: other))
    #expect(try await bytes(pipeline(isOnDisk: isOnDisk)) == other)
    #expect(sent.count == 2)
    if isOnDisk { #expect(try await bytes(pipeline(), .onlyCached) == other) }
  }

  @Test func `a server that fails in between keeps what came`() async throws {
    let cut = body.count * 6 / 10
    let whole = resource()
    let count = Locked(0)
    bench.server.on(target) { request in
      count.withLock { $0 += 1 }
      return switch count.withLock({ $0 }) {
      case 1: whole.respond(to: request).cut(after: cut)
      case 2: .status(503)
      default: whole.respond(to: request)
      }
    }
    #expect(try await bytes(pipeline()) == body)
    #expect(ranges == [nil, "bytes=\(cut)-", "bytes=\(cut)-"])
    #expect(try await bytes(pipeline(), .onlyCached) == body)
  }

  @Test(
    arguments: [
      (206, ["ETag": "\"v1\"", "Content-Range": "bytes 99-199/100000"]), (206, ["ETag": "\"v1\""]),
      (206, ["ETag": "\"v2\"", "Content-Range": "FIT"]), (206, ["Content-Range": "FIT"]),
      (206, ["ETag": "\"v1\"", "Content-Range": "lines FIT"]),
      (206, ["ETag": "\"v1\"", "Content-Range": "FIT", "Content-Encoding": "gzip"]), (416, [:]),
    ] as [(Int, HTTPHeaders)])
  func `a part that does not fit is dropped, and the whole asked for`(status: Int, fields: HTTPHeaders) async throws {
    let cut = body.count * 6 / 10
    let whole = resource()
    var headers = fields
    if let range = fields["Content-Range"] {
      headers["Content-Range"] = range.replacing("FIT", with: "bytes \(cut)-\(body.count - 1)/\(body.count)")
    }
    let misfit = LoopbackResponse(status, headers: headers, body: .bytes(Array(body[cut...])))
    let count = Locked(0)
    bench.server.on(target) { request in
      count.withLock { $0 += 1 }
      if request.headers["Range"] != nil { return misfit }
      let answer = whole.respond(to: request)
      return count.withLock { $0 } == 1 ? answer.cut(after: cut) : answer
    }
    #expect(try await bytes(pipeline()) == body)
    #expect(ranges == [nil, "bytes=\(cut)-", nil])
    #expect(try await bytes(pipeline(), .onlyCached) == body)
  }

  @Test(
    arguments: [
      (nil, [:]), ("W/\"v1\"", [:]), ("\"v1\"", ["Accept-Ranges": "none"]),
      (nil, ["Last-Modified": "Fri, 15 Jan 2027 07:59:50 GMT", "Date": "Fri, 15 Jan 2027 08:00:00 GMT"]),
    ] as [(String?, HTTPHeaders)])
  func `without a strong validator, or where the server has no ranges, the whole is asked for`(
    etag: String?, fields: HTTPHeaders
  ) async throws {
    var resource = resource(etag, fields)
    resource.acceptsRanges = false
    serve(resource, cuts: [body.count * 6 / 10])
    #expect(try await bytes(pipeline()) == body)
    #expect(ranges == [nil, nil])
    #expect(try await bytes(pipeline(), .onlyCached) == body)
  }

  @Test func `a Last-Modified well before Date is a strong validator`() async throws {
    let date = "Fri, 15 Jan 2027 07:00:00 GMT"
    var resource = resource(nil, ["Date": "Fri, 15 Jan 2027 08:00:00 GMT"])
    resource.lastModified = date
    serve(resource, cuts: [1000])
    #expect(try await bytes(pipeline()) == body)
    #expect(ranges == [nil, "bytes=1000-"] && sent[1]["If-Range"] == date)
  }

  // MARK: Across restarts

  @Test func `what came is kept on disk, and the next process asks for the rest alone`() async throws {
    let (first, second) = (body.count * 4 / 10, body.count * 3 / 10)
    serve(resource(), cuts: [first, second])
    for _ in 0..<2 {
      await #expect { try await bytes(pipeline(retries: false)) } throws: { ($0 as? LoadError)?.code == .truncated }
      await #expect(throws: LoadError.self) { try await bytes(pipeline(retries: false), .onlyCached) }
    }
    #expect(try await bytes(pipeline(retries: false)) == body)
    #expect(ranges == [nil, "bytes=\(first)-", "bytes=\(first + second)-"] && bodyBytes == body.count)
    #expect(try await bytes(pipeline(), .onlyCached) == body)
    #expect(await DiskStore(directory: bench.folder.url).list().items.count == 1)
  }

  @Test func `a picture that changed since is loaded whole`() async throws {
    let other = SampleImages.png(width: 600, height: 480)
    serve(resource(), cuts: [body.count * 6 / 10], then: resource("\"v2\"", body: other))
    await #expect(throws: LoadError.self) { try await bytes(pipeline(retries: false)) }
    #expect(try await bytes(pipeline()) == other)
    #expect(try await bytes(pipeline(), .onlyCached) == other)
    #expect(await DiskStore(directory: bench.folder.url).list().items.count == 1)
  }

  @Test(arguments: ["no-store", "small", "no image", "too large", "weak", "noStore"])
  func `nothing is kept of what must not be, or is not worth it`(reason: String) async throws {
    var part = resource(reason == "weak" ? "W/\"v1\"" : "\"v1\"")
    if reason == "no-store" { part.headers["Cache-Control"] = "no-store" }
    if reason == "no image" { part.body = .bytes([UInt8](repeating: 65, count: body.count)) }
    serve(part, cuts: [reason == "small" ? 60_000 : body.count * 6 / 10], then: resource())
    let first = pipeline(retries: false) {
      let size = reason == "too large" ? ByteCount.kilobytes(300) : .megabytes(100)
      $0.diskStore = DiskStore(directory: bench.folder.url, limits: DiskStore.Limits(size: size))
    }
    await #expect(throws: LoadError.self) { try await bytes(first, reason == "noStore" ? .noStore : .followHTTP) }
    #expect(try await bytes(pipeline()) == body)
    #expect(ranges == [nil, nil])
  }

  @Test(arguments: ["invalidate", "purge", "removeAll"])
  func `what is forgotten takes its beginning along`(how: String) async throws {
    serve(resource(), cuts: [body.count * 6 / 10])
    let pipeline = pipeline(retries: false)
    await #expect(throws: LoadError.self) { try await bytes(pipeline) }
    #expect(await DiskStore(directory: bench.folder.url).list().items.count == 1)
    switch how {
    case "invalidate": await pipeline.invalidate(try bench.request(target))
    case "purge": await pipeline.purge(.shared)
    default: await pipeline.removeAll()
    }
    #expect(await DiskStore(directory: bench.folder.url).list().items.isEmpty)
    #expect(try await bytes(pipeline) == body)
    #expect(ranges == [nil, nil])
  }
}
