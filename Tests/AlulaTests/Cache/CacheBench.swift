import AlulaTesting
import Foundation

@testable import Alula

/// A server, a directory on disk, two clocks that stand still, and any number of pipelines over them: a new pipeline is a restart.
final class CacheBench: Sendable {
  let server: LoopbackServer
  let folder: TemporaryFolder
  let decodes = CountingDecoder()
  private let clocks: Locked<Clocks>

  struct Clocks {
    /// What the machine's clock says.
    var wall = Date(timeIntervalSince1970: 1_800_000_000)
    /// What has really passed.
    var steady = Duration.zero
  }

  init() throws {
    server = try LoopbackServer()
    folder = try TemporaryFolder()
    clocks = Locked(Clocks())
  }

  /// A pipeline as a process would make it that starts now, with nothing in memory.
  func restart(_ configure: (inout ImagePipeline.Configuration) -> Void = { _ in }) -> ImagePipeline {
    var configuration = ImagePipeline.Configuration(
      decoder: decodes, memoryCache: MemoryCache(trimsOnPressure: false), diskStore: DiskStore(directory: folder.url))
    configuration.network = .patient
    configuration.time = CacheTime(
      wall: { [clocks] in clocks.withLock { $0.wall } }, steady: { [clocks] in clocks.withLock { $0.steady } })
    configure(&configuration)
    return ImagePipeline(configuration: configuration)
  }

  /// Time passes.
  func pass(_ duration: Duration) {
    clocks.withLock { clocks in
      clocks.wall += duration / .seconds(1)
      clocks.steady += duration
    }
  }

  /// Somebody sets the machine's clock.
  func setClock(by duration: Duration) { clocks.withLock { $0.wall += duration / .seconds(1) } }

  func request(_ target: String, size: TargetSize? = nil) throws(LoadError) -> ImageRequest {
    try ImageRequest(server.url(target), target: size)
  }

  /// Serves a picture of that width with an entity tag, understanding conditions.
  func serve(_ target: String, width: Int = 8, etag: String? = "\"v1\"", _ cacheControl: String?) {
    var headers: HTTPHeaders = [:]
    headers["Cache-Control"] = cacheControl
    server.on(
      target,
      LoopbackResource(
        .bytes(SampleImages.png(width: width, height: 8)), type: "image/png", etag: etag, headers: headers))
  }

  /// The requests to `target` that carried a condition.
  func conditional(_ target: String) -> Int {
    server.requests(to: target).count { $0.headers["If-None-Match"] != nil || $0.headers["If-Modified-Since"] != nil }
  }
}

extension LoopbackServer {
  /// A server that cannot be reached, for that target. Not a stopped one: its port may be another test's server a moment later.
  func onlyResets(_ target: String) { on(target, .raw("", ending: .resets)) }
}

/// The default decoder, counted.
final class CountingDecoder: ImageDecoder {
  private let state = Locked(0)
  var count: Int { state.withLock { $0 } }

  func decode(_ data: Data, options: DecodeOptions) throws(LoadError) -> Bitmap {
    state.withLock { $0 += 1 }
    return try DefaultImageDecoder().decode(data, options: options)
  }
}
