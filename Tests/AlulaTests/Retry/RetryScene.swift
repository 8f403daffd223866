import AlulaTesting
import Foundation

@testable import Alula

/// A pipeline over scripted answers, on an executor and a clock of its own: every wait between attempts is exact and takes no time.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct RetryScene {
  static let url = "http://example.org/a.png"
  static let picture = FakeAnswer.ok(SampleImages.png(width: 8, height: 8), type: "image/png")

  let executor = ManualExecutor()
  let clock = ManualClock()
  let transport: FakeTransport
  let pipeline: ImagePipeline
  let log = Locked<[String]>([])

  /// - Parameter fraction: of each back-off; `nil` for chance.
  init(fraction: Double? = 1, _ configure: (inout ImagePipeline.Configuration) -> Void = { _ in }) {
    transport = FakeTransport(on: executor)
    var configuration = ImagePipeline.Configuration.ephemeral(
      transport: transport, memoryCache: MemoryCache(trimsOnPressure: false))
    configuration.run(on: executor)
    configuration.retry(on: clock)
    if let fraction { configuration.retryPacing.fraction = { fraction } }
    configuration.connectivity = .unknown
    configuration.time.steady = { [clock] in clock.now.offset }
    configuration.time.wall = { [clock] in Date(timeIntervalSince1970: 1_800_000_000 + clock.now.offset / .seconds(1)) }
    configuration.log = { [log] line in log.withLock { $0.append(line.state) } }
    configure(&configuration)
    pipeline = ImagePipeline(configuration: configuration)
  }

  func request(_ change: (inout ImageRequest) -> Void = { _ in }) throws(LoadError) -> ImageRequest {
    var request = try ImageRequest(Self.url)
    change(&request)
    return request
  }

  /// The code that the load ends with; `nil` when it succeeds.
  func failure(_ request: ImageRequest) throws -> LoadError.Code? {
    try executor.run(clock: clock) { [pipeline] () -> LoadError.Code? in
      do throws(LoadError) {
        _ = try await pipeline.image(for: request)
        return nil
      } catch { return error.code }
    }
  }

  func failure() throws -> LoadError.Code? { try failure(request()) }

  var sent: Int { transport.requests.count }
  var waited: Duration { clock.now.offset }
}
