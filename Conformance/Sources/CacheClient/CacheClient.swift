@_spi(Conformance) package import Alula
import Foundation

/// A client with a cache of its own: the whole HTTP cache of a pipeline, its disk store in a new directory, the real transport.
///
/// Any thread, any number of requests at once.
package final class CacheClient: Sendable {
  private let pipeline: ImagePipeline
  private let directory: URL
  private let keepsNothing: Bool

  /// A client whose cache is empty.
  /// - Parameter keepsNothing: whether it stays empty: what a suite says of no cache at all.
  package init(keepsNothing: Bool = false) throws {
    self.keepsNothing = keepsNothing
    directory = FileManager.default.temporaryDirectory.appendingPathComponent("alula-conformance-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    var configuration = ImagePipeline.Configuration(diskStore: DiskStore(directory: directory))
    // Every request of a suite is in flight at once, and each is judged by the seconds that it takes.
    configuration.network.maximumRequests = 10_000
    configuration.network.maximumRequestsPerHost = 10_000
    // A suite says itself what is asked again.
    configuration.network.retry = .none
    pipeline = ImagePipeline(configuration: configuration)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// One request through the cache.
  /// - Throws: `LoadError` where no answer came at all.
  package func answer(_ call: CacheCall) async throws(LoadError) -> CacheAnswer {
    var request = try ImageRequest(call.url)
    request.method = call.method
    request.body = call.body.map { Array($0.utf8) }
    for field in call.fields { request.headers.append(field.name, field.value) }
    request.cachePolicy = keepsNothing ? .noStore : call.validates ? .revalidate : .followHTTP
    let exchange = try await pipeline.exchange(request, followsRedirects: call.followsRedirects)
    return CacheAnswer(
      status: exchange.status, fields: exchange.headers.map { HeaderField(name: $0.name, value: $0.value) },
      body: exchange.body)
  }
}
