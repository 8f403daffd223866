import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// A disk that takes no change any more: what memory and servers said since counts, not what it holds.
@Suite struct UnwritableDiskTests {
  enum Fault: CaseIterable { case full, readOnly }
  enum Change: CaseIterable { case reload, withdrawal, invalidate, purge, removeAll, put }

  private let bench: CacheBench
  private let faulty = FaultyStore()

  init() throws { bench = try CacheBench() }

  @Test(arguments: Change.allCases, Fault.allCases)
  func `what was replaced, withdrawn or forgotten does not come back from it`(change: Change, fault: Fault) async throws
  {
    bench.serve("/a.png", "max-age=3600")
    var request = try bench.request("/a.png")
    request.partition = CachePartition("me")
    let pipeline = bench.restart {
      $0.diskStore = faulty.store
      $0.memoryCache = MemoryCache(costLimit: .zero, trimsOnPressure: false)
    }
    _ = try await pipeline.image(for: request)
    #expect(try await pipeline.image(for: request).source == .disk)
    bench.serve("/a.png", width: 16, etag: "\"v2\"", "max-age=3600")
    if fault == .full { faulty.fill() } else { faulty.makeReadOnly() }
    var other = request
    switch change {
    case .reload:
      other.cachePolicy = .reload
      #expect(try await pipeline.image(for: other).image.width == 16)
    case .withdrawal:
      bench.server.on("/a.png", .status(404))
      other.cachePolicy = .reload
      await #expect(throws: LoadError.self) { try await pipeline.image(for: other) }
      bench.serve("/a.png", width: 16, etag: "\"v2\"", "max-age=3600")
    case .invalidate: await pipeline.invalidate(request)
    case .purge: await pipeline.purge(request.partition)
    case .removeAll: await pipeline.removeAll()
    case .put:
      other.method = "PUT"
      bench.server.on("/a.png", .ok(SampleImages.png(width: 16, height: 8), type: "image/png"))
      _ = try await pipeline.image(for: other)
    }
    #expect(try await pipeline.image(for: request).image.width == 16)
  }
}
