import AlulaTesting
import Foundation

@testable import Alula

/// A server, a pipeline over the real transport, and a picture: what most pipeline tests begin with.
struct LoadingBench {
  let server: LoopbackServer
  let pipeline: ImagePipeline
  let cache: MemoryCache
  let log = Locked<[LogLine]>([])

  init(
    network: NetworkLimits = NetworkLimits.patient, decoder: (any ImageDecoder)? = nil,
    configure: (inout ImagePipeline.Configuration) -> Void = { _ in }
  ) throws {
    server = try LoopbackServer()
    cache = MemoryCache(trimsOnPressure: false)
    var configuration = ImagePipeline.Configuration.ephemeral(decoder: decoder, memoryCache: cache)
    configuration.network = network
    configuration.log = { [log] line in log.withLock { $0.append(line) } }
    configure(&configuration)
    pipeline = ImagePipeline(configuration: configuration)
  }

  func request(_ target: String, size: TargetSize? = nil) throws(LoadError) -> ImageRequest {
    try ImageRequest(server.url(target), target: size)
  }

  func image(_ target: String, size: TargetSize? = nil) async throws(LoadError) -> ImageResponse {
    try await pipeline.image(for: request(target, size: size))
  }

  /// The code of the error that loading `target` ends with; `nil` when it succeeds.
  func failure(_ target: String) async -> LoadError.Code? {
    do throws(LoadError) {
      _ = try await image(target)
      return nil
    } catch { return error.code }
  }

  static let picture = SampleImages.png(width: 32, height: 24)
  static let pictureResponse = LoopbackResponse.ok(picture, type: "image/png")
}
